import { DomainError } from '@mailroom/errors';
import { canonicalAddress, domainOf, organisationOf, parseAddress, withoutTag } from '@mailroom/message';
import { type Email, type EmailContent, type EmailOrigin } from '@mailroom/mail';
import { parseAddressee, parseBareAddress } from './addressee.js';
import type { RecipientSource, ReplyRequest } from './send-request.js';

/** RFC 5322 §3.6.4 sets no limit, but our list must not grow for ever. */
const MAX_REFERENCES = 50;

function usable(addresses: readonly { readonly email: string }[]): string[] {
  return addresses.map(({ email }) => email).filter((email) => parseBareAddress(email) !== null);
}

/** A received email to be answered, and what decides how. */
export type Original = { readonly email: Email; readonly content: EmailContent; readonly origin: EmailOrigin };

export type ReplyRecipients = {
  readonly to: readonly string[];
  readonly cc: readonly string[] | undefined;
  readonly source: RecipientSource;
};

/**
 * Returns the given recipients, or else the sender of the original; never a sender that DMARC found forged, and nobody
 * if the null sender says that no answer is wanted (RFC 5321 §4.5.5).
 */
export function replyRecipients(original: Original, ownAddress: string, request: ReplyRequest): ReplyRecipients {
  const { email, content, origin } = original;
  const copiesBeside = (to: readonly string[]) =>
    request.replyAll ? [...(request.cc ?? []), ...othersOf(email, ownAddress, to)] : request.cc;
  if (request.to.length > 0) return { to: request.to, cc: copiesBeside(request.to), source: 'request' };
  const { to, source } = senderOf(email, request.useReplyTo ?? false);
  const forged = content.authentication?.dmarc === 'fail' || content.authentication?.dmarc === 'permerror';
  const unanswerable = origin.envelopeSender === null;
  if (to.length > 0 && !forged && !unanswerable) return { to, cc: copiesBeside(to), source };
  const why = unanswerable
    ? 'it came from the null sender, as reports do'
    : to.length > 0
      ? 'its sender failed the DMARC check'
      : 'it names no sender that can be answered';
  throw new DomainError('invalid_request', `Say to whom the reply goes: ${why}.`, {
    fix: 'Send "to" with the addresses that you trust.',
    fields: [{ field: 'to', message: `is required here: ${why}` }],
  });
}

/**
 * Who else got the original, each once. The mailbox itself is not among them, under whichever of its addresses it got the
 * mail: its answer would come back as a new task. Nor is whoever the answer is for.
 */
function othersOf({ to, cc, recipient }: Original['email'], ownAddress: string, answered: readonly string[]): string[] {
  const settled = new Set([recipient, ...answered].map((text) => canonical(parseAddressee(text)?.email ?? text)));
  const others = new Map<string, string>();
  for (const address of usable([...to, ...cc])) {
    const key = canonical(address);
    if (isTaggedOrSame(address, ownAddress) || settled.has(key) || others.has(key)) continue;
    others.set(key, address);
  }
  return [...others.values()];
}

function canonical(address: string): string {
  const parsed = parseAddress(address);
  return parsed ? canonicalAddress(parsed) : address;
}

/** Whether mail to the address arrives at the mailbox of that name (`name+tag@` is `name@`). */
function isTaggedOrSame(address: string, ownAddress: string): boolean {
  const parsed = parseAddress(address);
  return parsed !== null && canonicalAddress(withoutTag(parsed) ?? parsed) === ownAddress;
}

/**
 * Returns From, or Reply-To if it leads to the same organisation or if the caller asks for it. Nothing proves a
 * Reply-To: whoever chose it would otherwise receive answers, and what they quote.
 */
function senderOf(email: Original['email'], useReplyTo: boolean): Pick<ReplyRecipients, 'to' | 'source'> {
  const replyTo = usable(email.replyTo);
  const from = usable([email.from]);
  const organisation = organisationOf(domainOf(from[0] ?? ''));
  const isSame = replyTo.every((address) => organisationOf(domainOf(address)) === organisation);
  return replyTo.length > 0 && (useReplyTo || isSame)
    ? { to: replyTo, source: 'replyTo' }
    : { to: from, source: 'from' };
}

/** A msg-id that may appear in one of our headers: one line, ASCII, no blanks (RFC 5322 §3.6.4). */
const MESSAGE_ID = /^<[\x21-\x3b\x3d\x3f-\x7e]{1,900}>$/;

/**
 * Keeps the reply in its thread (RFC 5322 §3.6.4). Whatever a stranger's subject holds besides text becomes spaces, and
 * invalid ids are left out.
 */
export function replyHeaders({ email: original, content: { references }, origin }: Original) {
  const subject = original.subject.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ');
  const messageId = MESSAGE_ID.test(original.messageId) ? original.messageId : '';
  // Programs that know no References name the one message that they answer (RFC 5322 §3.6.4).
  const before = references.length > 0 ? references : [original.inReplyTo];
  const chain = before.filter((id) => id !== messageId && MESSAGE_ID.test(id));
  if (messageId !== '') chain.push(messageId);
  return {
    inReplyTo: messageId,
    references: chain.slice(-MAX_REFERENCES),
    // An answer to a machine says that it is one, so that no machine answers it in turn (RFC 3834 §5).
    autoSubmitted: origin.machineSent || origin.envelopeSender === null,
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
  };
}
