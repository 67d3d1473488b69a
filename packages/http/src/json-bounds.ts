/** None of our operations needs even a fraction of this: the longest list in a body has 100 items. */
const MAX_ELEMENTS = 2_000;
const MAX_DEPTH = 32;
/** A string is read byte by byte up to this length; beyond it a native search pays off. */
const SHORT_BYTES = 256;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 1;
const CLOSE = 2;
const COMMA = 3;
const STRING = 4;
/** What a byte outside of strings means for the bounds; most bytes mean nothing (0). */
const meanings = new Uint8Array(256);
for (const [characters, meaning] of [
  ['[{', OPEN],
  [']}', CLOSE],
  [',', COMMA],
  ['"', STRING],
] as const) {
  for (const character of characters) meanings[character.charCodeAt(0)] = meaning;
}

export type JsonBounds = {
  /** What is wrong with it, as the end of "The body can't be read: …"; null if it may be parsed. */
  readonly problem: string | null;
  /** Whether a string contains a backslash. */
  readonly escapes: boolean;
};

/**
 * Counts what `JSON.parse` would make of the bytes, which can take fifty times their size in memory, without making it.
 * It jumps over long strings, so that an attachment of 25 MiB costs next to nothing, and stops at the first bound that
 * is broken.
 */
export function jsonBounds(bytes: Buffer): JsonBounds {
  const strings = new StringScan(bytes);
  let depth = 0;
  let elements = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const meaning = meanings[bytes[at] ?? 0];
    if (meaning === 0) continue;
    if (meaning === STRING) at = strings.endOf(at + 1);
    else if (meaning === CLOSE) depth -= 1;
    else elements += 1;
    if (meaning === OPEN) depth += 1;
    if (depth > MAX_DEPTH) return { problem: `it is nested more than ${MAX_DEPTH} deep`, escapes: true };
    if (elements > MAX_ELEMENTS) return { problem: `it has more than ${MAX_ELEMENTS} elements`, escapes: true };
  }
  return { problem: null, escapes: strings.escapes };
}

class StringScan {
  escapes = false;
  /** Kept between searches: with an escape every few bytes we would otherwise look for it again and again. */
  #quote = -1;

  constructor(private readonly bytes: Buffer) {}

  /** Where the string that begins at `from` ends: its closing quote, or the end of the bytes. */
  endOf(from: number): number {
    const { bytes } = this;
    let at = from;
    for (;;) {
      for (const near = Math.min(at + SHORT_BYTES, bytes.length); at < near; at += 1) {
        if (bytes[at] === QUOTE) return at;
        if (bytes[at] === BACKSLASH) {
          this.escapes = true;
          at += 1;
        }
      }
      if (at >= bytes.length) return bytes.length;
      if (this.#quote < at) this.#quote = bytes.indexOf(QUOTE, at);
      if (this.#quote === -1) return bytes.length;
      const escape = bytes.subarray(at, this.#quote).indexOf(BACKSLASH);
      if (escape === -1) return this.#quote;
      at += escape;
    }
  }
}
