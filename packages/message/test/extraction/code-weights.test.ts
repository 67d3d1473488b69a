import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { CODE_WEIGHTS_FILE, decodeCodeModel, encodeCodeModel } from '../../src/extraction/code-model.js';
import { hashOfSources } from '../../training/sources.mjs';

describe('the weights of the reader of codes', () => {
  const file = readFileSync(CODE_WEIGHTS_FILE);

  it('were made of these texts and this code; run npm run train', () => {
    expect(file.toString('hex', 0, 32)).toBe(hashOfSources('codes').toString('hex'));
  });

  it('are no more than 160 KiB', () => {
    expect(file.length).toBeLessThanOrEqual(160 * 1024);
  });

  it('are read as they were written, to a byte each', () => {
    const { bias, rules, scale, words } = decodeCodeModel(file);
    const exact = Float64Array.from(words, (weight) => weight * scale);
    const again = decodeCodeModel(encodeCodeModel({ bias, rules, words: exact }, Buffer.alloc(32)));
    expect(again).toMatchObject({ bias, rules, words });
    expect(again.scale).toBeCloseTo(scale, 10);
  });

  it('of another model are refused', () => {
    expect(() => decodeCodeModel(file.subarray(1))).toThrow(RangeError);
  });
});
