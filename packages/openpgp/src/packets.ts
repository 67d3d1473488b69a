/** One packet of a sequence (RFC 9580 §4.2). */
export type Packet = {
  readonly tag: number;
  /** Its header included. */
  readonly start: number;
  readonly bodyStart: number;
  /** Of a body in pieces, of which only the first is known, and of one that is cut off: the end of what there is. */
  readonly end: number;
  /** Whether all of its body lies in one piece before `end`. */
  readonly isWhole: boolean;
};

type Length = { readonly bodyStart: number; readonly length: number; readonly isPartial: boolean };

/**
 * Walks a sequence of packets by their headers alone. It ends before what is no packet, after one whose body is not whole,
 * and after `max` of them, whatever follows.
 */
export function* packetsOf(bytes: Uint8Array, max: number): Generator<Packet> {
  let start = 0;
  for (let count = 0; count < max && start < bytes.length; count += 1) {
    const first = bytes[start] ?? 0;
    if ((first & 0x80) === 0) return;
    const isNew = (first & 0x40) !== 0;
    const found = isNew ? newLength(bytes, start + 1) : oldLength(bytes, start + 1, first & 3);
    if (found === null) return;
    const { bodyStart, length, isPartial } = found;
    const isWhole = !isPartial && bodyStart + length <= bytes.length;
    const end = Math.min(bodyStart + length, bytes.length);
    yield { tag: isNew ? first & 0x3f : (first >> 2) & 0x0f, start, bodyStart, end, isWhole };
    if (!isWhole) return;
    start = end;
  }
}

/** RFC 9580 §4.2.1; null where the bytes end too early. */
function newLength(bytes: Uint8Array, at: number): Length | null {
  const first = bytes[at];
  if (first === undefined) return null;
  if (first < 192) return { bodyStart: at + 1, length: first, isPartial: false };
  if (first === 255) return numberAt(bytes, at + 1, 4);
  if (first >= 224) return { bodyStart: at + 1, length: 2 ** (first & 0x1f), isPartial: true };
  const second = bytes[at + 1];
  if (second === undefined) return null;
  return { bodyStart: at + 2, length: (first - 192) * 256 + second + 192, isPartial: false };
}

/** RFC 9580 §4.2.2; a body of unknown length goes to the end. */
function oldLength(bytes: Uint8Array, at: number, type: number): Length | null {
  if (type === 3) return { bodyStart: at, length: Math.max(0, bytes.length - at), isPartial: true };
  return numberAt(bytes, at, 2 ** type);
}

function numberAt(bytes: Uint8Array, at: number, size: number): Length | null {
  if (at + size > bytes.length) return null;
  let length = 0;
  for (let index = at; index < at + size; index += 1) length = length * 256 + (bytes[index] ?? 0);
  return { bodyStart: at + size, length, isPartial: false };
}
