import { isIPv6 } from 'node:net';
import type { ReceivedMessage } from './mail-transactions.js';

const SPACE = 32;
const TAB = 9;

/**
 * The trace fields that are put before a message (RFC 5321 §4.4), each with its CRLF: where it can be returned to, which a
 * reader may believe of the first such field alone, and how it came. A message that begins with white space has no header,
 * and would continue the last field with words of its own; an empty line keeps it apart.
 */
export function traceFields(message: ReceivedMessage, hostname: string, receivedAt: Date): string {
  const { session, recipients, id } = message;
  const address = isIPv6(session.clientAddress) ? `IPv6:${session.clientAddress}` : session.clientAddress;
  // Only a sole recipient is named: copies for Bcc must not reveal each other (RFC 5321 §7.6).
  const only = recipients.length === 1 ? recipients[0] : undefined;
  const path = `Return-Path: <${printable(message.sender ?? '')}>\r\n`;
  const clauses = [
    `from ${word(session.helo)} ([${word(address)}])`,
    `by ${word(hostname)} with ${transmissionType(message)} id ${word(id)}`,
    ...(only === undefined ? [] : [`for <${printable(only)}>`]),
  ];
  const first = message.content[0];
  const end = first === SPACE || first === TAB ? '\r\n\r\n' : '\r\n';
  return `${path}Received: ${clauses.join('\r\n\t')};\r\n\t${dateTime(receivedAt)}${end}`;
}

/** The transmission type of RFC 3848 and RFC 6531 §4.3. */
function transmissionType({ session, smtputf8 }: ReceivedMessage): string {
  const secured = session.tls === null ? '' : 'S';
  if (smtputf8) return `UTF8SMTP${secured}`;
  return session.esmtp ? `ESMTP${secured}` : 'SMTP';
}

/** An address, whose syntax allows all but these. */
function printable(address: string): string {
  return address.replace(/[\u0000-\u001f\u007f]/g, '');
}

/** Text that a client chose can't add a field, a comment or a clause. */
function word(text: string): string {
  return text.slice(0, 255).replace(/[^A-Za-z0-9._:[\]-]/g, '?') || 'unknown';
}

/** The date-time of RFC 5322 §3.3. */
function dateTime(instant: Date): string {
  return instant.toUTCString().replace('GMT', '+0000');
}
