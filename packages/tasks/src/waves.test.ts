import { describe, expect, it } from '@jest/globals';
import { inWaves, wavesOf } from './waves.js';

const same = (ids: readonly number[]) => ids;

describe('waves', () => {
  it.each([
    ['nothing', [], []],
    ['nothing in common', [[1], [2, 3], []], [[0, 1, 2]]],
    ['each behind the one before', [[1], [1], [1]], [[0], [1], [2]]],
    ['behind the latest of several', [[1], [2], [2], [1, 2], [3]], [[0, 1, 4], [2], [3]]],
    ['one that names a task twice', [[1, 1], [1]], [[0], [1]]],
  ])('are kept apart where they name the same: %s', (_, requests, waves) => {
    expect(wavesOf(requests, same)).toEqual(waves);
  });

  it('follow each other, and answer in the order of the requests', async () => {
    const seen: string[] = [];
    const results = await inWaves([[1], [1, 2], [3]], same, async (requests) => {
      seen.push(requests.join(' '));
      return requests.map((ids) => ids.join('+'));
    });
    expect(seen).toEqual(['1 3', '1,2']);
    expect(results).toEqual(['1', '1+2', '3']);
  });
});
