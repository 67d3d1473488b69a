import { ByteReader, ByteWriter } from './byte-numbers.js';
import { PostingList, writeList } from './posting-list.js';

/** What a search reads of a range for one of its words: half as much on average, or somewhat more. */
const BUCKET_BYTES = 512;

/** Where each term occurs: numbers that grow. */
export type Postings = Map<number, number[]>;

/** The same as it stands in bytes. */
export type PostingLists = Map<number, PostingList>;

/** It tells which terms are wanted, and how many they are where that is known. */
type Wanted = { has(term: number): boolean; readonly size?: number };

/** The postings of terms in any order, as they stand in bytes. */
export function encodePostings(postings: Iterable<readonly [number, readonly number[]]>): Buffer {
  return encodeInOrder([...postings].sort(([a], [b]) => a - b));
}

/**
 * Terms that come in their order, so that they need not all be there at once: each as its distance from the one before, the
 * length of what follows, and its list.
 */
export function encodeInOrder(postings: Iterable<readonly [number, readonly number[]]>): Buffer {
  const out = new ByteWriter();
  const list = new ByteWriter();
  let last = 0;
  for (const [term, numbers] of postings) {
    list.clear();
    writeList(list, numbers);
    out.number(term - last);
    out.number(list.length);
    out.bytes(list.written());
    last = term;
  }
  return out.toBuffer();
}

/** The lists of all terms, or of those that are wanted. */
export function listsIn(bytes: Uint8Array, wanted?: Wanted): PostingLists {
  const lists: PostingLists = new Map();
  const reader = new ByteReader(bytes);
  let term = 0;
  while (reader.position < bytes.length && lists.size !== wanted?.size) {
    term += reader.number();
    const length = reader.number();
    const end = length + reader.position;
    if (!wanted || wanted.has(term)) lists.set(term, new PostingList(bytes, reader.position, end));
    reader.position = end;
  }
  return lists;
}

/** The lists of all terms of one bucket of so many, or of those that are wanted. */
export function listsInBucket(
  bytes: Uint8Array,
  bucket: number,
  count: number,
  wanted?: ReadonlySet<number>,
): PostingLists {
  const own = wanted && [...wanted].filter((term) => term % count === bucket);
  const lists = listsIn(bytes, own && new Set(own.map((term) => Math.floor(term / count))));
  return new Map(Array.from(lists, ([rest, list]) => [rest * count + bucket, list]));
}

/** The numbers of all terms. */
export function numbersOf(lists: PostingLists): Postings {
  return new Map(Array.from(lists, ([term, list]) => [term, list.numbers()]));
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

/** How many buckets hold so many bytes if each is to hold at most 512 of them. */
export const bucketsFor = (bytes: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, bytes / BUCKET_BYTES)));

/** Numbers that are in all of some lists, of which the shortest is read first and dense ones are only asked. */
export function numbersInAll(lists: readonly PostingList[]): number[] {
  const [first, ...others] = [...lists].sort(
    (a, b) => Number(a.isBits) - Number(b.isBits) || a.byteLength - b.byteLength,
  );
  return others.reduce((numbers, list) => list.among(numbers), first?.numbers() ?? []);
}

/** Numbers that grow, as a list. */
export function encodeNumbers(numbers: readonly number[]): Buffer {
  const out = new ByteWriter();
  writeList(out, numbers);
  return out.toBuffer();
}

export function decodeNumbers(bytes: Uint8Array): number[] {
  return new PostingList(bytes, 0, bytes.length).numbers();
}
