/** What a search reads of a range for one of its words: half as much on average, or somewhat more. */
const BUCKET_BYTES = 512;

/** Where each term occurs: numbers that grow. */
export type Postings = Map<number, number[]>;

/**
 * Terms in their order, each as its distance from the one before, the length of what follows, and the distances between its
 * numbers: bytes of seven bits, the last one below 128.
 */
export function encodePostings(postings: Iterable<readonly [number, readonly number[]]>): Buffer {
  const out = new ByteWriter();
  const list = new ByteWriter();
  let last = 0;
  for (const [term, numbers] of [...postings].sort(([a], [b]) => a - b)) {
    list.clear();
    writeGaps(list, numbers);
    out.number(term - last);
    out.number(list.length);
    out.bytes(list);
    last = term;
  }
  return out.toBuffer();
}

/** The numbers of all terms, or of those that are wanted. */
export function decodePostings(bytes: Uint8Array, wanted?: ReadonlySet<number>): Postings {
  const postings: Postings = new Map();
  const reader = new ByteReader(bytes);
  let term = 0;
  while (reader.position < bytes.length && postings.size !== wanted?.size) {
    term += reader.number();
    const end = reader.number() + reader.position;
    if (!wanted || wanted.has(term)) postings.set(term, readGaps(reader, end));
    reader.position = end;
  }
  return postings;
}

/**
 * Postings parted by the last bits of their terms, into so many buckets as a power of two says; only those that hold something.
 * What all terms of a bucket end in is left out of them.
 */
export function encodeBuckets(postings: Postings, count: number): Map<number, Buffer> {
  const buckets = new Map<number, [number, number[]][]>();
  for (const [term, numbers] of postings) {
    const bucket = term % count;
    const entry: [number, number[]] = [Math.floor(term / count), numbers];
    const known = buckets.get(bucket);
    if (known) known.push(entry);
    else buckets.set(bucket, [entry]);
  }
  return new Map(Array.from(buckets, ([bucket, entries]) => [bucket, encodePostings(entries)]));
}

/** The numbers of all terms of one bucket of so many, or of those that are wanted. */
export function decodeBucket(bytes: Uint8Array, bucket: number, count: number, wanted?: ReadonlySet<number>): Postings {
  const own = wanted && [...wanted].filter((term) => term % count === bucket);
  const postings = decodePostings(bytes, own && new Set(own.map((term) => Math.floor(term / count))));
  return new Map(Array.from(postings, ([rest, numbers]) => [rest * count + bucket, numbers]));
}

/** How many buckets hold so many bytes if each is to hold at most 512 of them. */
export const bucketsFor = (bytes: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, bytes / BUCKET_BYTES)));

/** Numbers that grow, as the distances between them. */
export function encodeNumbers(numbers: readonly number[]): Buffer {
  const out = new ByteWriter();
  writeGaps(out, numbers);
  return out.toBuffer();
}

export function decodeNumbers(bytes: Uint8Array): number[] {
  return readGaps(new ByteReader(bytes), bytes.length);
}

function writeGaps(out: ByteWriter, numbers: readonly number[]): void {
  let last = 0;
  for (const number of numbers) {
    out.number(number - last);
    last = number;
  }
}

function readGaps(reader: ByteReader, end: number): number[] {
  const numbers: number[] = [];
  for (let number = 0; reader.position < end; numbers.push(number)) number += reader.number();
  return numbers;
}

class ByteWriter {
  length = 0;
  #buffer = Buffer.allocUnsafe(1_024);

  clear(): void {
    this.length = 0;
  }

  number(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest >= 128) {
      this.#buffer[this.length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.#buffer[this.length++] = rest;
  }

  bytes(other: ByteWriter): void {
    this.#reserve(other.length);
    other.#buffer.copy(this.#buffer, this.length, 0, other.length);
    this.length += other.length;
  }

  toBuffer(): Buffer {
    return Buffer.from(this.#buffer.subarray(0, this.length));
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.length + more));
    this.#buffer.copy(larger, 0, 0, this.length);
    this.#buffer = larger;
  }
}

class ByteReader {
  position = 0;

  constructor(private readonly bytes: Uint8Array) {}

  number(): number {
    let byte = this.bytes[this.position++] ?? 0;
    let value = byte & 127;
    for (let unit = 128; byte >= 128; unit *= 128) {
      byte = this.bytes[this.position++] ?? 0;
      value += (byte & 127) * unit;
    }
    return value;
  }
}
