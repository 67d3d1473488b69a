import { DomainError } from '@mailroom/errors';
import type { Email, EmailContent, EmailOrigin } from '@mailroom/mail';
import { parseRecipient } from './send-rules.js';
import type { ReplyRequest } from './send-request.js';

/** RFC 5322 §3.6.4 bounds no list, but ours does not grow for ever. */
const MAX_REFERENCES = 50;

function usable(addresses: readonly { readonly email: string }[]): string[] {
  return addresses.map(({ email }) => email).filter((email) => parseRecipient(email) !== null);
}

/** A received email that is answered, and what decides how. */
export type Original = { readonly email: Email; readonly content: EmailContent; readonly origin: EmailOrigin };

/**
 * The given recipients, or else who the original asks to be answered; never a sender that DMARC found forged, and nobody
 * where the null sender says that no answer is wanted (RFC 5321 §4.5.5).
 */
export function replyRecipients(
  { email: original, content: { authentication }, origin }: Original,
  ownAddress: string,
  request: ReplyRequest,
): { to: readonly string[]; cc: readonly string[] | undefined } {
  const others = request.replyAll
    ? usable([...original.to, ...original.cc]).filter((email) => email.toLowerCase() !== ownAddress)
    : [];
  const cc = request.replyAll ? [...new Set([...(request.cc ?? []), ...others])] : request.cc;
  if (request.to.length > 0) return { to: request.to, cc };
  const sender = usable(original.replyTo.length > 0 ? original.replyTo : [original.from]);
  const forged = authentication?.dmarc === 'fail' || authentication?.dmarc === 'permerror';
  const unanswerable = origin.envelopeSender === null;
  if (sender.length > 0 && !forged && !unanswerable) return { to: sender, cc };
  const why = unanswerable
    ? 'it came from the null sender, as reports do'
    : sender.length > 0
      ? 'its sender failed the DMARC check'
      : 'it names no sender that can be answered';
  throw new DomainError('invalid_request', `Say to whom the reply goes: ${why}.`, {
    fix: 'Send "to" with the addresses that you trust.',
    fields: [{ field: 'to', message: `is required here: ${why}` }],
  });
}

/** A msg-id that can stand in a header of ours: one line, ASCII, no blanks (RFC 5322 §3.6.4). */
const MESSAGE_ID = /^<[\x21-\x3b\x3d\x3f-\x7e]{1,900}>$/;

/**
 * Keeps the reply in its thread (RFC 5322 §3.6.4). What a stranger's subject holds beside text becomes spaces, and ids
 * that are none are left out.
 */
export function replyHeaders({ email: original, content: { references }, origin }: Original) {
  const subject = original.subject.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ');
  const messageId = MESSAGE_ID.test(original.messageId) ? original.messageId : '';
  const chain = references.filter((id) => id !== messageId && MESSAGE_ID.test(id));
  if (messageId !== '') chain.push(messageId);
  return {
    inReplyTo: messageId,
    references: chain.slice(-MAX_REFERENCES),
    // What answers a machine says that it does, so that no machine answers it in turn (RFC 3834 §5).
    autoSubmitted: origin.machineSent || origin.envelopeSender === null,
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
  };
}
