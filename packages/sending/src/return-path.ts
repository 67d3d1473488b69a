import { randomBytes } from 'node:crypto';
import type { EmailAddress } from '@mailroom/message';

const TOKEN_BYTES = 16;
/** The local part is in lower case, since hosts on the way may fold it. */
const RETURN_PATH = /^bounce\+[0-9a-f]{32}$/i;

/** Creates an envelope sender to which reports on one recipient's copy return; nobody else can guess it. */
export function createReturnPath(domain: string): string {
  return `bounce+${randomBytes(TOKEN_BYTES).toString('hex')}@${domain}`;
}

/** Whether an address has the form of a return path. The recipients' rows tell whose it is, if anyone's. */
export function hasReturnPathForm({ localPart }: Pick<EmailAddress, 'localPart'>): boolean {
  return RETURN_PATH.test(localPart);
}
