import { describe, expect, it } from '@jest/globals';
import { inSlices, SLICE_BYTES } from './in-slices.js';

describe('inSlices', () => {
  it.each([
    [0, []],
    [1, [[0, 1]]],
    [SLICE_BYTES, [[0, SLICE_BYTES]]],
    [
      2 * SLICE_BYTES + 1,
      [
        [0, SLICE_BYTES],
        [SLICE_BYTES, 2 * SLICE_BYTES],
        [2 * SLICE_BYTES, 2 * SLICE_BYTES + 1],
      ],
    ],
  ])('covers %i bytes once, in order', async (length, expected) => {
    const slices: number[][] = [];
    await inSlices(length, (start, end) => slices.push([start, end]));
    expect(slices).toEqual(expected);
  });

  it('does what fits into one slice at once', () => {
    let done = 0;
    void inSlices(SLICE_BYTES, (_start, end) => (done = end));
    expect(done).toBe(SLICE_BYTES);
  });

  it('lets others have a turn after each slice', async () => {
    const order: string[] = [];
    const others = () => {
      order.push('other');
      if (order.length < 6) setImmediate(others);
    };
    setImmediate(others);
    await inSlices(3 * SLICE_BYTES, () => order.push('slice'));
    expect(order.slice(0, 5)).toEqual(['slice', 'other', 'slice', 'other', 'slice']);
  });
});
