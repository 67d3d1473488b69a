import type { Readable } from 'node:stream';
import { RawAnswer } from '@mailroom/http';
import { contentDisposition } from './content-disposition.js';

export type Download = {
  readonly type: string;
  readonly filename: string | null;
  /** In bytes; of a stream, which can't tell. */
  readonly size?: number;
};

/** Bytes that strangers wrote: for saving, never for a browser to show or guess at. */
export function downloadAnswer(content: Buffer | Readable, { type, filename, size }: Download): RawAnswer {
  return new RawAnswer(content, {
    'content-type': safeType(type),
    'content-disposition': contentDisposition(filename),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    ...(size !== undefined && { 'content-length': String(size) }),
  });
}

/** A type that came in a message is passed on only where it can't break out of the header. */
function safeType(mimeType: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType : 'application/octet-stream';
}
