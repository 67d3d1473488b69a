import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeNumbers, decodePostings, encodeNumbers, encodePostings } from './postings.js';

const numbers = fc.uniqueArray(fc.nat(2 ** 40), { maxLength: 200 }).map((list) => list.sort((a, b) => a - b));
const term = fc.nat(2 ** 32 - 1);

describe('postings', () => {
  it('are what they were once they are read, all or those that are wanted', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(term, numbers)), fc.array(term), (entries, others) => {
        const postings = new Map(entries);
        const bytes = encodePostings(postings);
        expect(new Map(decodePostings(bytes))).toEqual(postings);
        const wanted = new Set([...others, ...[...postings.keys()].slice(0, 3)]);
        const found = [...postings].filter(([key]) => wanted.has(key));
        expect(decodePostings(bytes, wanted)).toEqual(new Map(found));
      }),
    );
  });

  it('keep numbers that grow, in a byte each where they are close', () => {
    fc.assert(fc.property(numbers, (list) => expect(decodeNumbers(encodeNumbers(list))).toEqual(list)));
    expect(encodeNumbers([100, 101, 228])).toHaveLength(3);
  });
});
