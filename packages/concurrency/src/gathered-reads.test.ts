import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { GatheredReads } from './gathered-reads.js';

/** Reads that are answered when the test says so. */
function reads(maxGroup: number) {
  const groups: { keys: readonly number[]; answer: () => void }[] = [];
  const gathered = new GatheredReads<number, string>(
    (keys) => new Promise((resolve) => groups.push({ keys, answer: () => resolve(keys.map((key) => `value ${key}`)) })),
    { maxGroup },
  );
  return { groups, gathered };
}

describe('reads that are gathered', () => {
  it('are one reading for all who ask in the same turn, and each gets its own value', async () => {
    const { groups, gathered } = reads(100);
    const values = Promise.all([3, 1, 3].map((key) => gathered.get(key)));
    await nextTurn();
    expect(groups.map(({ keys }) => keys)).toEqual([[3, 1, 3]]);
    groups[0]?.answer();
    expect(await values).toEqual(['value 3', 'value 1', 'value 3']);
  });

  it('wait for no reading that is under way, and are never larger than they may be', async () => {
    const { groups, gathered } = reads(2);
    const first = [1, 2, 3].map((key) => gathered.get(key));
    await nextTurn();
    const later = gathered.get(4);
    await nextTurn();
    expect(groups.map(({ keys }) => keys)).toEqual([[1, 2], [3], [4]]);
    groups[2]?.answer();
    expect(await later).toBe('value 4');
    for (const { answer } of groups) answer();
    expect(await Promise.all(first)).toEqual(['value 1', 'value 2', 'value 3']);
  });

  it('fail for the culprit alone', async () => {
    const gathered = new GatheredReads<number, number>(
      async (keys) => {
        if (keys.includes(13)) throw new Error('bad luck');
        return keys;
      },
      { maxGroup: 100 },
    );
    const asked = await Promise.allSettled(Array.from({ length: 20 }, (_, key) => gathered.get(key)));
    expect(asked.flatMap(({ status }, key) => (status === 'rejected' ? [key] : []))).toEqual([13]);
  });
});
