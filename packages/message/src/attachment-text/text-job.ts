import type { TextKind } from './text-kind.js';

export type TextJob = {
  readonly kind: TextKind;
  readonly content: Buffer;
  /** The charset of plain text and HTML that the sender declares. */
  readonly charset: string | undefined;
};

/** `unreadable` says why there is no text, in a sentence that is safe to show. */
export type TextOutcome =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly unreadable: string };

/** The message to the worker, which owns the bytes. It gets one at a time. */
export type TextRequest = {
  readonly kind: TextKind;
  readonly content: Uint8Array;
  readonly charset: string | undefined;
};

/** Why a file has no text that can be shown; the message is safe to show. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}
