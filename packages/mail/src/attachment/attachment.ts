import type { ParsedAttachment } from '@mailroom/message';

/** One attachment of one email; its bytes stay in the raw message and are decoded on request. */
export type Attachment = {
  readonly id: number;
  readonly emailId: number;
  readonly mailboxId: number;
  readonly filename: string | null;
  readonly mimeType: string;
  /** Decoded size in bytes. */
  readonly size: number;
  readonly disposition: string | null;
  readonly contentId: string | null;
  /** Opaque. */
  readonly key: string;
  readonly createdAt: Date;
  /** Where it lies in the raw message. */
  readonly part: { readonly offset: number; readonly length: number; readonly encoding: ParsedAttachment['encoding'] };
};
