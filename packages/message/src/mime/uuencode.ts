const LF = 10;
const BEGIN = Buffer.from('begin ');

/** Decodes the first `begin` … `end` block of a body; lines that hold less than they announce are cut short. */
export function decodeUuencode(body: Buffer): Buffer {
  let line = startOfBlock(body);
  if (line === -1) return Buffer.alloc(0);
  const out = Buffer.allocUnsafe(body.length - line);
  let written = 0;
  while (line < body.length) {
    const lf = body.indexOf(LF, line);
    const end = lf === -1 ? body.length : lf;
    // A length of 0 ends the data, and so does the "e" of "end", which is not a length.
    const length = sixBits(body[line]);
    if (length <= 0) break;
    written = decodeLine(body, { start: line + 1, end }, length, out, written);
    line = end + 1;
  }
  return out.subarray(0, written);
}

function startOfBlock(body: Buffer): number {
  for (let at = body.indexOf(BEGIN); at !== -1; at = body.indexOf(BEGIN, at + 1)) {
    if (at > 0 && body[at - 1] !== LF) continue;
    const lf = body.indexOf(LF, at);
    return lf === -1 ? -1 : lf + 1;
  }
  return -1;
}

function decodeLine(
  body: Buffer,
  line: { start: number; end: number },
  length: number,
  out: Buffer,
  position: number,
): number {
  let written = position;
  let left = length;
  for (let at = line.start; at < line.end && left > 0; at += 4) {
    const bits =
      (quartet(body, at, line.end) << 18) |
      (quartet(body, at + 1, line.end) << 12) |
      (quartet(body, at + 2, line.end) << 6) |
      quartet(body, at + 3, line.end);
    for (let shift = 16; shift >= 0 && left > 0; shift -= 8, left--) out[written++] = (bits >> shift) & 255;
  }
  return written;
}

function quartet(body: Buffer, at: number, end: number): number {
  return at < end ? Math.max(sixBits(body[at]), 0) : 0;
}

/** -1 for a byte outside of the uuencode alphabet. */
function sixBits(byte: number | undefined): number {
  return byte === undefined || byte < 32 || byte > 96 ? -1 : (byte - 32) & 63;
}
