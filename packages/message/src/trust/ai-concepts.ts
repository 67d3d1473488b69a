import { readFileSync } from 'node:fs';
import { spread } from '../text/units.js';

/** Pairs of a key and its meaning: the keys first, four bytes each, then the meanings, a byte each. */
export const CONCEPTS_FILE = new URL('../../data/concepts.bin', import.meta.url);
const BYTES_OF_KEY = 4;
/** A power of two, and a third more than there are keys at least, so that a search ends soon. */
const SLOTS = 1 << 16;
/** One bit for each key, in which most words that mean nothing are missing: it fits the fastest cache. */
const BITS = 1 << 18;

/** What words mean, alike in all languages: a number for each meaning, found by the hashes of `ai-word`. */
export class Concepts {
  private readonly keys = new Int32Array(SLOTS);
  private readonly meanings = new Uint8Array(SLOTS);
  private readonly bits = new Uint32Array(BITS / 32);

  /** The meaning of what has this hash, or 0. */
  of(key: number): number {
    const hash = spread(key);
    const bit = hash >>> 14;
    if (((this.bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return 0;
    const { keys, meanings } = this;
    for (let slot = hash & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
      const meaning = meanings[slot] ?? 0;
      if (meaning === 0 || keys[slot] === key) return meaning;
    }
  }

  /** @param meaning from 1 to 255; of several meanings of a key, the first counts */
  add(key: number, meaning: number): void {
    const hash = spread(key);
    const bit = hash >>> 14;
    this.bits[bit >>> 5] = (this.bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
    let slot = hash & (SLOTS - 1);
    for (; this.meanings[slot] !== 0; slot = (slot + 1) & (SLOTS - 1)) if (this.keys[slot] === key) return;
    this.keys[slot] = key;
    this.meanings[slot] = meaning;
  }

  encode(): Buffer {
    const taken = [...this.meanings.keys()].filter((slot) => this.meanings[slot] !== 0);
    const file = Buffer.alloc(taken.length * (BYTES_OF_KEY + 1));
    for (const [index, slot] of taken.entries()) {
      file.writeInt32LE(this.keys[slot] ?? 0, index * BYTES_OF_KEY);
      file.writeUInt8(this.meanings[slot] ?? 0, taken.length * BYTES_OF_KEY + index);
    }
    return file;
  }
}

let concepts: Concepts | undefined;

/** The meanings of words that `npm run train` wrote down; the first mail reads them. */
export function aiConcepts(): Concepts {
  return (concepts ??= decodeConcepts(readFileSync(CONCEPTS_FILE)));
}

/** @throws RangeError if these are no such pairs, or more than there is room for */
export function decodeConcepts(file: Buffer): Concepts {
  const count = file.length / (BYTES_OF_KEY + 1);
  if (!Number.isInteger(count) || count > (3 * SLOTS) / 4) throw new RangeError('The file holds no meanings of words.');
  const found = new Concepts();
  for (let index = 0; index < count; index++) {
    found.add(file.readInt32LE(index * BYTES_OF_KEY), file.readUInt8(count * BYTES_OF_KEY + index));
  }
  return found;
}
