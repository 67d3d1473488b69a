import { ByteReader, ByteWriter } from './byte-numbers.js';

/** No list has such a distance behind its first number: what follows are bits. */
const BITS = 0;

/**
 * Writes numbers that grow: the first one and the distances between them, or the first one, a distance of zero, and a bit for
 * each number behind it, whichever is shorter.
 */
export function writeList(out: ByteWriter, numbers: readonly number[]): void {
  const [first] = numbers;
  if (first === undefined) return;
  const start = out.length;
  let last = 0;
  for (const number of numbers) {
    out.number(number - last);
    last = number;
  }
  const bits = Math.ceil((last - first) / 8);
  const head = ByteWriter.sizeOf(first) + 1;
  if (head + bits >= out.length - start) return;
  out.cutTo(start + head - 1);
  out.number(BITS);
  const set = new Uint8Array(bits);
  for (const number of numbers) {
    const place = number - first - 1;
    if (place >= 0) set[place >> 3] = (set[place >> 3] ?? 0) | (1 << (place & 7));
  }
  out.bytes(set);
}

/** The numbers of a list where they stand in some bytes; only those that are asked for are read. */
export class PostingList {
  constructor(
    private readonly bytes: Uint8Array,
    private readonly from: number,
    private readonly end: number,
  ) {}

  /** Whether it is dense, and costs nothing to be asked for few numbers. */
  get isBits(): boolean {
    return this.#opened().isBits;
  }

  get byteLength(): number {
    return this.end - this.from;
  }

  numbers(): number[] {
    if (this.from >= this.end) return [];
    const { reader, first, isBits } = this.#opened();
    return isBits ? this.#numbersOfBits(first, reader.position) : this.#numbersOfDistances(first, reader);
  }

  /** Those of some numbers, which grow, that are in the list. */
  among(numbers: readonly number[]): number[] {
    if (this.from >= this.end) return [];
    const { reader, first, isBits } = this.#opened();
    if (isBits)
      return numbers.filter((number) => number === first || this.#hasBit(reader.position, number - first - 1));
    const found: number[] = [];
    let own = first;
    for (const number of numbers) {
      while (own < number && reader.position < this.end) own += reader.number();
      if (own === number) found.push(number);
    }
    return found;
  }

  /** The first number is read, and the reader stands at the distances or at the bits behind it. */
  #opened(): { reader: ByteReader; first: number; isBits: boolean } {
    const reader = new ByteReader(this.bytes, this.from);
    const first = reader.number();
    const isBits = reader.position < this.end && this.bytes[reader.position] === BITS;
    if (isBits) reader.position += 1;
    return { reader, first, isBits };
  }

  #hasBit(start: number, place: number): boolean {
    if (place < 0 || place >= 8 * (this.end - start)) return false;
    return (((this.bytes[start + (place >> 3)] ?? 0) >> (place & 7)) & 1) === 1;
  }

  #numbersOfBits(first: number, start: number): number[] {
    const numbers = [first];
    let number = first + 1;
    for (let at = start; at < this.end; at++, number += 8) {
      for (let bits = this.bytes[at] ?? 0; bits !== 0; bits &= bits - 1)
        numbers.push(number + 31 - Math.clz32(bits & -bits));
    }
    return numbers;
  }

  #numbersOfDistances(first: number, reader: ByteReader): number[] {
    const numbers = [first];
    for (let number = first; reader.position < this.end; numbers.push(number)) number += reader.number();
    return numbers;
  }
}
