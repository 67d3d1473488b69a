import { DomainError } from '@mailroom/errors';
import { parseAddress, type Email, type EmailContent } from '@mailroom/mail';
import type { ReplyRequest } from './send-request.js';

/** RFC 5322 §3.6.4 bounds no list, but ours does not grow for ever. */
const MAX_REFERENCES = 50;

function usable(addresses: readonly { readonly email: string }[]): string[] {
  return addresses.map(({ email }) => email).filter((email) => parseAddress(email) !== null);
}

/** The given recipients, or else who the original asks to be answered; never a sender that DMARC found forged. */
export function replyRecipients(
  original: Email,
  { authentication }: EmailContent,
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
  if (sender.length > 0 && !forged) return { to: sender, cc };
  const why = sender.length > 0 ? 'its sender failed the DMARC check' : 'it names no sender that can be answered';
  throw new DomainError('invalid_request', `Say to whom the reply goes: ${why}.`, {
    fix: 'Send "to" with the addresses that you trust.',
    fields: [{ field: 'to', message: `is required here: ${why}` }],
  });
}

/** Keeps the reply in its thread (RFC 5322 §3.6.4). */
export function replyHeaders({ messageId, subject }: Email, { references }: EmailContent) {
  const chain = [...references.filter((id) => id !== messageId), ...(messageId === '' ? [] : [messageId])];
  return {
    inReplyTo: messageId,
    references: chain.slice(-MAX_REFERENCES),
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
  };
}
