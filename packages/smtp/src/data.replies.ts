import type { DataRefusal } from './data.reader.js';
import { smtpReply, type SmtpReply } from './smtp-reply.js';

const REFUSALS: Record<DataRefusal, SmtpReply> = {
  // RFC 5321 §2.3.8 forbids these.
  bare_line_ending: smtpReply(550, '5.6.11', 'Message holds a bare CR or LF, lines must end with CRLF'),
  nul: smtpReply(554, '5.6.0', 'Message holds a NUL'),
  too_large: smtpReply(552, '5.3.4', 'Message exceeds the size limit'),
  no_memory: smtpReply(451, '4.3.1', 'Too much mail in progress, try again later'),
};

/** The reply to a loop, as RFC 5321 §6.3 asks for. */
export const RECEIVED_LOOP: SmtpReply = smtpReply(
  554,
  '5.4.6',
  'Too many Received fields, this looks like a mail loop',
);

export function dataRefusalReply(refusal: DataRefusal): SmtpReply {
  return REFUSALS[refusal];
}

/**
 * Whether the session ends with the reply. A client that sends bare line endings may believe that its message ended at
 * one of them and that what followed were commands. We dropped those unread, but from then on it would take our replies
 * for answers to them, and might consider a message delivered that never was.
 */
export function hangsUp(refusal: DataRefusal): boolean {
  return refusal === 'bare_line_ending';
}
