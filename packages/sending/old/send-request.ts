import { createHash } from 'node:crypto';
import type { Actor } from '@mailroom/tasks';

export type OutgoingAttachment = {
  readonly filename: string;
  readonly contentType?: string | undefined;
  readonly content?: Buffer | undefined;
  /** Instead of content: an attachment that the caller can read. */
  readonly attachmentId?: number | undefined;
  readonly disposition?: 'attachment' | 'inline' | undefined;
  readonly contentId?: string | undefined;
};

/** A send or reply, its aliases resolved. */
export type SendRequest = {
  readonly to: readonly string[];
  readonly cc?: readonly string[] | undefined;
  readonly bcc?: readonly string[] | undefined;
  readonly subject?: string | undefined;
  readonly text?: string | undefined;
  readonly html?: string | undefined;
  readonly bodyRef?: string | undefined;
  readonly attachments?: readonly OutgoingAttachment[] | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Tells a retry from another request under the same key: see `hashRequest`. */
  readonly requestHash: Buffer;
};

export type ReplyRequest = SendRequest & {
  readonly replyAll?: boolean | undefined;
  /** The task becomes handled in the reply's transaction. */
  readonly completeTask?: Actor | undefined;
};

/** The same for the same operation and body, whatever the order of its fields. */
export function hashRequest(operation: string, body: object): Buffer {
  return createHash('sha256').update(operation).update('\n').update(canonicalJson(body)).digest();
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
