import { hash } from 'node:crypto';
import { bestCode, type ParsedAttachment, type ParsedMessage } from '@mailroom/message';
import type { ParseJob } from './parse-job.js';
import type { Reading } from './reading.js';

type Addressee = { readonly email: string; readonly name: string };

/** What is written of a message that is shown, whichever mailboxes it is in. */
export type MessageFields = {
  readonly status: 'received' | 'parse_failed';
  readonly errorMessage: string;
  readonly fromEmail: string;
  readonly fromName: string;
  readonly to: readonly Addressee[];
  readonly cc: readonly Addressee[];
  readonly bcc: readonly Addressee[];
  readonly replyTo: readonly Addressee[];
  readonly subject: string;
  readonly snippet: string;
  readonly messageId: string;
  readonly inReplyTo: string;
  readonly references: readonly string[];
  /** The thread it starts if none of the messages it refers to is in the mailbox. */
  readonly ownThreadId: string;
  readonly sentAt: string | null;
  readonly headers: readonly object[] | null;
  readonly encrypted: boolean;
  readonly encryptedFor: readonly string[];
  readonly plainText: string;
  readonly plainTextSource: string;
  readonly html: string;
  readonly verificationCode: string;
  readonly extractions: object | null;
  readonly extractedText: string | null;
  readonly trust: object | null;
  readonly authentication: object | null;
  readonly attachments: readonly ParsedAttachment[];
  readonly machineSent: boolean;
  /** What it reports about mail that was sent; such a message has its own event. */
  readonly report: object | null;
  readonly taskStatus: 'new' | 'ignored';
  readonly taskReason: string;
  /** Why its task begins as ignored where it came to a return path; null if that makes no difference. */
  readonly returnedReason: string | null;
};

/** Messages of one conversation refer to the same first message, even if it never reached this mailbox. */
function threadOf(root: string): string {
  return `thr_${hash('sha256', root, 'base64url').slice(0, 22)}`;
}

const DSN_REASON = 'delivery status notification';

/** Whether a machine has written for people what became of mail; anyone can write that, so the return path decides. */
function isWrittenBounce(report: ParsedMessage['report']): boolean {
  return report?.kind === 'delivery-status' && report.form === 'text' && report.recipients.length > 0;
}

/** A parsed message; the task of an automatic answer, and of a report, begins as ignored. */
export function parsedFields(
  { rawId, envelope }: Pick<ParseJob, 'rawId' | 'envelope'>,
  { message, plainTextSource, extractions, extractedText, trust, authentication }: Reading,
): MessageFields {
  const { from, messageId, inReplyTo, references, automatic } = message;
  return {
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
    ownThreadId: threadOf(references[0] || inReplyTo || messageId || rawId),
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
    taskReason: automatic === 'dsn' ? DSN_REASON : automatic ? 'automatic reply' : '',
    returnedReason: isWrittenBounce(message.report) && envelope.sender === null ? DSN_REASON : null,
  };
}

/** A message that could not be parsed: it can be read raw, and has its task all the same. */
export function unparsedFields(rawId: string, reason: string): MessageFields {
  return {
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
    ownThreadId: threadOf(rawId),
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
  };
}
