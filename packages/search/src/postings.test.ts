import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  decodeNumbers,
  encodeBuckets,
  encodeNumbers,
  encodePostings,
  listsIn,
  listsInBucket,
  numbersInAll,
  numbersOf,
} from './postings.js';

const grown = (list: number[]) => list.sort((a, b) => a - b);
const sparse = fc.uniqueArray(fc.nat(2 ** 40), { maxLength: 200 }).map(grown);
/** Neighbours for the most part, which are kept as bits. */
const dense = fc
  .tuple(fc.nat(2 ** 40), fc.uniqueArray(fc.nat(300), { minLength: 60, maxLength: 200 }))
  .map(([first, list]) => grown(list.map((number) => first + number)));
const numbers = fc.oneof(sparse, dense);
const term = fc.nat(2 ** 32 - 1);

describe('postings', () => {
  it('are what they were once they are read, all or those that are wanted', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(term, numbers)), fc.array(term), (entries, others) => {
        const postings = new Map(entries);
        const bytes = encodePostings(postings);
        expect(numbersOf(listsIn(bytes))).toEqual(postings);
        const wanted = new Set([...others, ...[...postings.keys()].slice(0, 3)]);
        const found = [...postings].filter(([key]) => wanted.has(key));
        expect(numbersOf(listsIn(bytes, wanted))).toEqual(new Map(found));
      }),
    );
  });

  it('are the same in buckets', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(term, numbers)), fc.nat(6), (entries, power) => {
        const postings = new Map(entries);
        const count = 2 ** power;
        const buckets = [...encodeBuckets(postings, count)];
        const read = buckets.flatMap(([bucket, bytes]) => [...numbersOf(listsInBucket(bytes, bucket, count))]);
        expect(new Map(read)).toEqual(postings);
      }),
    );
  });

  it('keep numbers that grow, in a byte each where they are close, in a bit each where they are neighbours', () => {
    fc.assert(fc.property(numbers, (list) => expect(decodeNumbers(encodeNumbers(list))).toEqual(list)));
    expect(encodeNumbers([100, 101, 228])).toHaveLength(3);
    const everyOther = Array.from({ length: 8_000 }, (_, at) => 300 + 2 * at);
    expect(encodeNumbers(everyOther).length).toBeLessThan(2_010);
  });

  it('have in common what is in all lists, however each is kept', () => {
    const near = fc.uniqueArray(fc.nat(400), { maxLength: 200 }).map(grown);
    fc.assert(
      fc.property(fc.array(fc.oneof(near, dense, sparse), { minLength: 1, maxLength: 4 }), (lists) => {
        const encoded = encodePostings(lists.map((list, at) => [at, list]));
        const [first = [], ...others] = lists;
        const common = first.filter((number) => others.every((other) => other.includes(number)));
        expect(numbersInAll([...listsIn(encoded).values()])).toEqual(common);
      }),
    );
  });

  it('of an older version, which had distances alone, are read', () => {
    const every = Array.from({ length: 100 }, (_, at) => at + 1);
    const old = Buffer.from([7, every.length, ...every.map(() => 1)]);
    expect(numbersOf(listsIn(old))).toEqual(new Map([[7, every]]));
  });
});
