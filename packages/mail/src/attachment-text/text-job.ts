import type { TextKind } from './text-kind.js';

export type TextJob = {
  readonly kind: TextKind;
  readonly content: Buffer;
  /** Of plain text and HTML, as the sender names it. */
  readonly charset: string | undefined;
};

/** `unreadable`: why there is no text, in a sentence that is safe to show. */
export type TextOutcome =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly unreadable: string };

/** To the worker, which owns the bytes. One at a time. */
export type TextRequest = {
  readonly kind: TextKind;
  readonly content: Uint8Array;
  readonly charset: string | undefined;
};

/** Why a file has no text that can be shown; the message is safe to show. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}
