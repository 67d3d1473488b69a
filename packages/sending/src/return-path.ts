import { randomBytes } from 'node:crypto';
import type { EmailAddress } from '@mailroom/mail';

const TOKEN_BYTES = 16;
/** In lower case, since hosts on the way may fold a local part. */
const RETURN_PATH = /^bounce\+[0-9a-f]{32}$/i;

/** An envelope sender under which reports on one message come back; nobody can guess it who never had the message. */
export function createReturnPath(domain: string): string {
  return `bounce+${randomBytes(TOKEN_BYTES).toString('hex')}@${domain}`;
}

/** Whether an address has the form of a return path. Whose it is, and whether anyone's, the jobs tell. */
export function hasReturnPathForm({ localPart }: Pick<EmailAddress, 'localPart'>): boolean {
  return RETURN_PATH.test(localPart);
}
