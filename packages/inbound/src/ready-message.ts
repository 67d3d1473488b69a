import { createHash } from 'node:crypto';
import { uuidv7 } from '@mailroom/ids';
import { bestCode } from '@mailroom/message';
import type { AcceptedEmails } from './accepted-emails.js';
import type { ParseOutcome } from './parsing/parse-job.js';
import type { ReadyMessage } from './readiness.repository.js';

export type Target = Pick<AcceptedEmails, 'rawId' | 'emails'> & { readonly traceparent: string };

function emailsOf({ emails }: Target) {
  return emails.map((email) => ({ ...email, eventId: uuidv7(), reportEventId: uuidv7(), pgp: null }));
}

/** Messages of one conversation refer to the same first message, even if it never reached this mailbox. */
function threadOf(root: string): string {
  return `thr_${createHash('sha256').update(root).digest('base64url').slice(0, 22)}`;
}

/** A parsed message; the task of an automatic answer begins as ignored. */
export function readyMessage(
  target: Target,
  { message, plainTextSource, extractions, extractedText, trust, authentication }: Extract<ParseOutcome, { ok: true }>,
): ReadyMessage {
  const { from, messageId, inReplyTo, references, automatic } = message;
  return {
    rawId: target.rawId,
    emails: emailsOf(target),
    traceparent: target.traceparent,
    status: 'received',
    errorMessage: '',
    fromEmail: from?.email ?? '',
    fromName: from?.name ?? '',
    to: message.to,
    cc: message.cc,
    bcc: message.bcc,
    replyTo: message.replyTo,
    subject: message.subject,
    snippet: message.snippet,
    messageId,
    inReplyTo,
    references,
    ownThreadId: threadOf(references[0] || inReplyTo || messageId || target.rawId),
    sentAt: message.sentAt,
    headers: message.headers,
    encrypted: message.encrypted,
    encryptedFor: message.encryptedFor,
    plainText: message.encrypted ? '' : message.plainText,
    plainTextSource,
    html: message.encrypted ? '' : message.html,
    verificationCode: bestCode(extractions),
    extractions,
    extractedText,
    trust,
    authentication,
    attachments: message.attachments,
    machineSent: message.machineSent,
    report: message.report,
    taskStatus: automatic ? 'ignored' : 'new',
    replacement: null,
    taskReason: automatic === 'dsn' ? 'delivery status notification' : automatic ? 'automatic reply' : '',
  };
}

/** A message that could not be parsed: it can be read raw, and has its task all the same. */
export function unparsedMessage(target: Target, reason: string): ReadyMessage {
  return {
    rawId: target.rawId,
    emails: emailsOf(target),
    traceparent: target.traceparent,
    status: 'parse_failed',
    errorMessage: reason,
    fromEmail: '',
    fromName: '',
    to: [],
    cc: [],
    bcc: [],
    replyTo: [],
    subject: '',
    snippet: '',
    messageId: '',
    inReplyTo: '',
    references: [],
    ownThreadId: threadOf(target.rawId),
    sentAt: null,
    headers: null,
    encrypted: false,
    encryptedFor: [],
    plainText: '',
    plainTextSource: 'text',
    html: '',
    verificationCode: '',
    extractions: null,
    extractedText: null,
    trust: null,
    authentication: null,
    attachments: [],
    machineSent: false,
    report: null,
    taskStatus: 'new',
    taskReason: '',
    replacement: null,
  };
}
