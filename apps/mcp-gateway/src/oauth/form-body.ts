import type { IncomingMessage } from 'node:http';

/** A token and an id are much shorter. */
const MAX_BYTES = 16 * 1024;

/** Reads the fields of a form that a page of ours has sent; one that is larger than any of those has none. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MAX_BYTES) chunks.push(chunk);
  }
  return new URLSearchParams(bytes <= MAX_BYTES ? Buffer.concat(chunks).toString() : '');
}
