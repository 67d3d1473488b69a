import { createHash } from 'node:crypto';
import { uuidv7 } from '@mailroom/ids';
import { bestCode, type ParsedMessage } from '@mailroom/message';
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

/** A parsed message; the task of an automatic answer, and of a report, begins as ignored. @param sender that of its envelope */
export function readyMessage(
  target: Target,
  { message, plainTextSource, extractions, extractedText, trust, authentication }: Extract<ParseOutcome, { ok: true }>,
  sender: string | null,
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
    taskReason: automatic === 'dsn' ? DSN_REASON : automatic ? 'automatic reply' : '',
    returnedReason: isWrittenBounce(message.report) && sender === null ? DSN_REASON : null,
  };
}

const DSN_REASON = 'delivery status notification';

/** Whether a machine has written for people what became of mail; anyone can write that, so the return path decides. */
function isWrittenBounce(report: ParsedMessage['report']): boolean {
  return report?.kind === 'delivery-status' && report.form === 'text' && report.recipients.length > 0;
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
    returnedReason: null,
    replacement: null,
  };
}
