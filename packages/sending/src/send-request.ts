import { createHash } from 'node:crypto';
import type { Actor } from '@mailroom/tasks';
import type { OutgoingHeaders } from './outgoing-headers.js';

export type OutgoingAttachment = {
  readonly filename: string;
  readonly contentType?: string | undefined;
  readonly content?: Buffer | undefined;
  /** An attachment that the caller can read, instead of content. */
  readonly attachmentId?: number | undefined;
  readonly disposition?: 'attachment' | 'inline' | undefined;
  readonly contentId?: string | undefined;
};

/** Fields that hold recipients. */
export type RecipientField = 'to' | 'cc' | 'bcc';

/** How the caller wrote fields that can be written in several ways, so that a refusal names what was sent. */
export type WrittenFields = {
  /** The names that were used instead of ours. */
  readonly names?: { readonly to?: string | undefined; readonly bodyRef?: string | undefined } | undefined;
  /** Those that hold one text instead of a list. */
  readonly single?: readonly RecipientField[] | undefined;
};

/** A send or reply, its aliases resolved. Addresses are as they were written: see `parseAddressee`. */
export type SendRequest = {
  readonly to: readonly string[];
  readonly cc?: readonly string[] | undefined;
  readonly bcc?: readonly string[] | undefined;
  readonly replyTo?: readonly string[] | undefined;
  /** Fields of the caller's own: see `checkedHeaders`. */
  readonly headers?: OutgoingHeaders | undefined;
  readonly subject?: string | undefined;
  readonly text?: string | undefined;
  readonly html?: string | undefined;
  readonly bodyRef?: string | undefined;
  readonly attachments?: readonly OutgoingAttachment[] | undefined;
  /** The body and its attachments, encrypted by the caller, instead of them: an armored message. */
  readonly pgpMime?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly written?: WrittenFields | undefined;
  /** Distinguishes a retry from another request under the same key; see `hashRequest`. */
  readonly requestHash: Buffer;
};

/** Where the recipients came from: the request, or a header of the message being answered. */
export type RecipientSource = 'request' | 'from' | 'replyTo';

export type ReplyRequest = SendRequest & {
  readonly replyAll?: boolean | undefined;
  /** Follows the original's Reply-To wherever it leads. */
  readonly useReplyTo?: boolean | undefined;
  /** The task is marked as handled in the reply's transaction. */
  readonly completeTask?: Actor | undefined;
};

/** The hash is the same for the same operation and body, whatever the order of the fields. */
export function hashRequest(operation: string, body: object): Buffer {
  return createHash('sha256').update(operation).update('\n').update(canonicalJson(body)).digest();
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
