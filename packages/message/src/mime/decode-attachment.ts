import { decodeTransferEncoding, type TransferEncoding } from './transfer-encoding.js';

/** The decoded content of one attachment of the message `raw`; an unencoded part is returned as a view of it. */
export function decodeAttachment(
  raw: Buffer,
  part: { readonly offset: number; readonly length: number; readonly encoding: TransferEncoding },
): Buffer {
  return decodeTransferEncoding(raw.subarray(part.offset, part.offset + part.length), part.encoding);
}
