import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { decodeWeights, encodeWeights, hashIn, WEIGHTS_FILE } from '../../src/trust/ai-weights.js';
import { hashOfSources } from '../../training/sources.mjs';

describe('the weights of the reader of instructions', () => {
  it('were made of these texts and this code; run npm run train', () => {
    expect(hashIn(readFileSync(WEIGHTS_FILE))).toBe(hashOfSources('instructions').toString('hex'));
  });

  it('are no more than 384 KiB', () => {
    expect(readFileSync(WEIGHTS_FILE).length).toBeLessThanOrEqual(384 * 1024);
  });

  it('are read as they were written, to a byte each', () => {
    const { bias, scale, words, traits, context } = decodeWeights(readFileSync(WEIGHTS_FILE));
    const exact = Float64Array.from(words, (weight) => weight * scale);
    const around = { ...context, words: Float64Array.from(context.words, (weight) => weight * context.scale) };
    const again = decodeWeights(encodeWeights({ bias, words: exact, traits, context: around }, Buffer.alloc(32)));
    expect(again.bias).toBe(bias);
    expect(again.words).toEqual(words);
    expect(again.context.words).toEqual(context.words);
    expect(again.scale).toBeCloseTo(scale, 10);
    for (const [index, weight] of traits.entries()) expect(again.traits[index]).toBeCloseTo(weight, 6);
  });

  it('of another model are refused', () => {
    expect(() => decodeWeights(readFileSync(WEIGHTS_FILE).subarray(1))).toThrow(RangeError);
  });
});
