import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { DomainError } from '@mailroom/errors';
import { GroupCommitter } from './group-committer.js';

describe('a group committer', () => {
  it('commits together what arrived during the last commit, and answers each with its own result', async () => {
    const groups: number[][] = [];
    const committer = new GroupCommitter<number, string>(
      async (items) => {
        groups.push([...items]);
        return items.map((item) => `stored ${item}`);
      },
      { maxGroup: 100 },
    );
    const results = await Promise.all([1, 2, 3, 4].map((item) => committer.submit(item)));
    expect(results).toEqual(['stored 1', 'stored 2', 'stored 3', 'stored 4']);
    expect(groups).toEqual([[1], [2, 3, 4]]);
  });

  it('weighs what goes into a group; what is too heavy for one goes alone', async () => {
    const groups: number[][] = [];
    const committer = new GroupCommitter<number, number>(
      async (items) => {
        groups.push([...items]);
        return items;
      },
      { maxGroup: 10, weightOf: (item) => item },
    );
    await Promise.all([1, 4, 6, 1, 30, 9, 1, 1].map((item) => committer.submit(item)));
    expect(groups).toEqual([[1], [4, 6], [1], [30], [9, 1], [1]]);
  });

  it('waits for more items as long as it is told, by how many there are', async () => {
    const groups: number[][] = [];
    const commit = async (items: readonly number[]) => {
      groups.push([...items]);
      return items;
    };
    const committer = new GroupCommitter<number, number>(commit, {
      maxGroup: 100,
      gatherMs: (items) => (items < 3 ? 20 : 0),
    });
    const first = committer.submit(1);
    await setImmediate();
    await Promise.all([first, committer.submit(2)]);
    await Promise.all([committer.submit(3), committer.submit(4), committer.submit(5), committer.submit(6)]);
    expect(groups).toEqual([
      [1, 2],
      [3, 4, 5, 6],
    ]);
  });

  it('takes an item that comes the moment the one before it is answered', async () => {
    const committer = new GroupCommitter<number, number>(async (items) => items, { maxGroup: 1 });
    for (let item = 0; item < 20; item += 1) expect(await committer.submit(item)).toBe(item);
  });

  it('halves a group that fails until only the culprit is refused', async () => {
    const committer = new GroupCommitter<number, number>(
      async (items) => {
        if (items.includes(13)) throw new Error('bad luck');
        return items;
      },
      { maxGroup: 64 },
    );
    const results = await Promise.allSettled(Array.from({ length: 40 }, (_, item) => committer.submit(item)));
    const refused = results.flatMap(({ status }, item) => (status === 'rejected' ? [item] : []));
    expect(refused).toEqual([13]);
  });

  it('refuses the whole group at once when the store is away', async () => {
    let commits = 0;
    const committer = new GroupCommitter<number, number>(
      async () => {
        commits += 1;
        throw new DomainError('unavailable', 'away');
      },
      { maxGroup: 64 },
    );
    const results = await Promise.allSettled(Array.from({ length: 40 }, (_, item) => committer.submit(item)));
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(commits).toBe(2);
  });
});
