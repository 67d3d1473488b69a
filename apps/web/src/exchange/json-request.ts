import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 64 * 1024;

/** The object that a request brings; null if it brings anything else, or more than a sign-in takes. */
export async function readObject(request: IncomingMessage): Promise<Readonly<Record<string, unknown>> | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) return null;
    pieces.push(piece);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
