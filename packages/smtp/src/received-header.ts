import { isIPv6 } from 'node:net';
import type { ReceivedMessage } from './mail-transactions.js';

const SPACE = 32;
const TAB = 9;

/**
 * The trace field that is put before a message (RFC 5321 §4.4), folded, with its CRLF. A message that begins with white
 * space has no header, and would continue the field with words of its own; an empty line keeps it apart.
 */
export function receivedHeader(message: ReceivedMessage, hostname: string, receivedAt: Date): string {
  const { session, recipients, id } = message;
  const address = isIPv6(session.clientAddress) ? `IPv6:${session.clientAddress}` : session.clientAddress;
  // Only a sole recipient is named: copies for Bcc must not reveal each other (RFC 5321 §7.6).
  const only = recipients.length === 1 ? recipients[0] : undefined;
  const clauses = [
    `from ${word(session.helo)} ([${word(address)}])`,
    `by ${word(hostname)} with ${transmissionType(message)} id ${word(id)}`,
    ...(only === undefined ? [] : [`for <${only.replace(/[\u0000-\u001f\u007f]/g, '')}>`]),
  ];
  const first = message.content[0];
  const end = first === SPACE || first === TAB ? '\r\n\r\n' : '\r\n';
  return `Received: ${clauses.join('\r\n\t')};\r\n\t${dateTime(receivedAt)}${end}`;
}

/** The transmission type of RFC 3848 and RFC 6531 §4.3. */
function transmissionType({ session, smtputf8 }: ReceivedMessage): string {
  const secured = session.tls === null ? '' : 'S';
  if (smtputf8) return `UTF8SMTP${secured}`;
  return session.esmtp ? `ESMTP${secured}` : 'SMTP';
}

/** Text that a client chose can't add a field, a comment or a clause. */
function word(text: string): string {
  return text.slice(0, 255).replace(/[^A-Za-z0-9._:[\]-]/g, '?') || 'unknown';
}

/** The date-time of RFC 5322 §3.3. */
function dateTime(instant: Date): string {
  return instant.toUTCString().replace('GMT', '+0000');
}
