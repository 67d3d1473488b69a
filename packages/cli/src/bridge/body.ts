import type { IncomingMessage } from 'node:http';

/** A message of 25 MiB in base64 and JSON. */
const MAX_BYTES = 36 * 1024 * 1024;

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** @throws BodyTooLarge */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request) {
    pieces.push(piece as Buffer);
    length += (piece as Buffer).length;
    if (length > MAX_BYTES) throw new BodyTooLarge('The request is larger than 36 MiB.');
  }
  return Buffer.concat(pieces);
}
