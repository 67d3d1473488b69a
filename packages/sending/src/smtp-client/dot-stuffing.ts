const CR = 0x0d;
const LF = 0x0a;
const DOT = 0x2e;

/** A message is made ready piece by piece, since that takes as long as reading every byte of it. */
const PIECE_BYTES = 64 * 1024;

/**
 * A message as it goes over the wire (RFC 5321 §4.5.2), without its final dot: a dot that begins a line is doubled.
 * Lines end with CRLF, also where only one of the two stood, since some servers take that for the end of a line, and
 * then a dot behind it for the end of the message.
 */
export function* dotStuffed(content: Buffer): Generator<Buffer> {
  let before = LF;
  for (let start = 0; start < content.length; start += PIECE_BYTES) {
    const piece = content.subarray(start, start + PIECE_BYTES);
    yield stuffed(piece, before);
    before = piece.at(-1) ?? before;
  }
  if (before === CR) yield Buffer.from('\n');
  else if (before !== LF) yield Buffer.from('\r\n');
}

/** `before` is the byte that stands before the piece. */
function stuffed(piece: Buffer, before: number): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  let last = before;
  for (let at = 0; at < piece.length; at += 1) {
    const byte = piece[at] ?? 0;
    const missing = missingBetween(last, byte);
    if (missing !== '') {
      parts.push(piece.subarray(from, at), Buffer.from(missing));
      from = at;
    }
    last = byte;
  }
  return parts.length === 0 ? piece : Buffer.concat([...parts, piece.subarray(from)]);
}

function missingBetween(last: number, byte: number): string {
  if (last === CR && byte !== LF) return byte === DOT ? '\n.' : '\n';
  if (byte === LF && last !== CR) return '\r';
  return byte === DOT && last === LF ? '.' : '';
}
