import { readFileSync } from 'node:fs';

/** The slots of `Concepts`, four bytes each. */
export const CONCEPTS_FILE = new URL('../../data/concepts.bin', import.meta.url);
const BYTES_OF_SLOT = 4;
/** A power of two, and a third more than there are keys at least, so that a search ends soon. */
const SLOTS = 1 << 16;
const MOST_KEYS = (3 * SLOTS) / 4;
/** The upper bits of a hash say where its slot is looked for, the others stand in it, above the meaning. */
const SLOT_SHIFT = 16;
const MEANING_BITS = 8;
const MEANING = (1 << MEANING_BITS) - 1;
/** One bit for the lower bits of each key, in which most words that mean nothing are missing: it fits the fastest cache. */
const BITS = 1 << 18;

/** What words mean, alike in all languages: a number for each meaning, found by the hashes of `ai-word`, spread. */
export class Concepts {
  private readonly slots = new Int32Array(SLOTS);
  private readonly bits = new Uint32Array(BITS / 32);
  private keys = 0;

  /** The meaning of what has this hash, or 0. */
  of(hash: number): number {
    const bit = hash & (BITS - 1);
    if ((((this.bits[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 0) return 0;
    const { slots } = this;
    const key = (hash << MEANING_BITS) >>> MEANING_BITS;
    for (let at = hash >>> SLOT_SHIFT; ; at = (at + 1) & (SLOTS - 1)) {
      const slot = slots[at] ?? 0;
      if (slot === 0) return 0;
      if (slot >>> MEANING_BITS === key) return slot & MEANING;
    }
  }

  /**
   * @param meaning from 1 to 255; of several meanings of a key, the first counts
   * @throws RangeError if there is no room for another key
   */
  add(hash: number, meaning: number): void {
    if (this.of(hash) !== 0) return;
    let at = hash >>> SLOT_SHIFT;
    while (this.slots[at] !== 0) at = (at + 1) & (SLOTS - 1);
    this.fill(at, (hash << MEANING_BITS) | meaning);
  }

  encode(): Buffer {
    const file = Buffer.alloc(SLOTS * BYTES_OF_SLOT);
    for (const [at, slot] of this.slots.entries()) file.writeInt32LE(slot, at * BYTES_OF_SLOT);
    return file;
  }

  /** @throws RangeError if the file holds no slots, or too few that are empty */
  decode(file: Buffer): this {
    if (file.length !== SLOTS * BYTES_OF_SLOT) throw new RangeError('The file holds no meanings of words.');
    for (let at = 0; at < SLOTS; at++) {
      const slot = file.readInt32LE(at * BYTES_OF_SLOT);
      if (slot !== 0) this.fill(at, slot);
    }
    return this;
  }

  /** Where slots are full, a search would not end. */
  private fill(at: number, slot: number): void {
    this.keys += 1;
    if (this.keys > MOST_KEYS) throw new RangeError('There is no room for so many meanings of words.');
    this.slots[at] = slot;
    const bit = (slot >>> MEANING_BITS) & (BITS - 1);
    this.bits[bit >>> 5] = (this.bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }
}

let concepts: Concepts | undefined;

/** The meanings of words that `npm run train` wrote down; the first mail reads them. */
export function aiConcepts(): Concepts {
  return (concepts ??= new Concepts().decode(readFileSync(CONCEPTS_FILE)));
}
