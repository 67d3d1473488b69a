import type { Readable } from 'node:stream';
import { RawAnswer } from '@mailroom/http';
import { contentDisposition } from './content-disposition.js';

export type Download = {
  readonly type: string;
  readonly filename: string | null;
  /** The size in bytes, for a stream, which can't tell its own. */
  readonly size?: number;
};

/** Serves bytes that strangers wrote: browsers must save them, and never show them or guess their type. */
export function downloadAnswer(content: Buffer | Readable, { type, filename, size }: Download): RawAnswer {
  return new RawAnswer(content, {
    'content-type': safeType(type),
    'content-disposition': contentDisposition(filename),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    ...(size !== undefined && { 'content-length': String(size) }),
  });
}

/** A type from a message is passed on only if it can't break out of the header. */
function safeType(mimeType: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType : 'application/octet-stream';
}
