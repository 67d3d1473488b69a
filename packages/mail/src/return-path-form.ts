import type { EmailAddress } from '@mailroom/message';

/** The local part of a return path, behind which stand 16 random bytes; hosts on the way may change its case. */
const LOCAL_PART = '^bounce\\+[0-9a-f]{32}';
const RETURN_PATH = new RegExp(`${LOCAL_PART}$`, 'i');

/** Whether an address has the form of a return path. The recipients' rows tell whose it is, if anyone's. */
export function hasReturnPathForm({ localPart }: Pick<EmailAddress, 'localPart'>): boolean {
  return RETURN_PATH.test(localPart);
}

/** The same in SQL. @param address an expression */
export const isReturnPath = (address: string): string => `${address} ~* '${LOCAL_PART}@'`;
