import { randomBytes } from 'node:crypto';

const TOKEN_BYTES = 16;

/**
 * Creates an envelope sender to which reports on one recipient's copy return; nobody else can guess it. It is in lower
 * case, since hosts on the way may fold it, and of the form that `hasReturnPathForm` knows.
 */
export function createReturnPath(domain: string): string {
  return `bounce+${randomBytes(TOKEN_BYTES).toString('hex')}@${domain}`;
}
