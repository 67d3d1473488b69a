import { hash } from 'node:crypto';
import { bestCode, type ParsedAttachment } from '@mailroom/message';
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
};

/** Messages of one conversation refer to the same first message, even if it never reached this mailbox. */
function threadOf(root: string): string {
  return `thr_${hash('sha256', root, 'base64url').slice(0, 22)}`;
}

/** A parsed message; the task of an automatic answer begins as ignored. */
export function parsedFields(
  rawId: string,
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
    taskReason: automatic === 'dsn' ? 'delivery status notification' : automatic ? 'automatic reply' : '',
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
  };
}
