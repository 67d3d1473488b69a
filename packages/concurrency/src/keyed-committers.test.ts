import { expect, it } from '@jest/globals';
import { KeyedCommitters } from './keyed-committers.js';

it('commits together what has the same key, and the keys side by side', async () => {
  const groups: string[] = [];
  const committers = new KeyedCommitters<number, number>({ maxGroup: 100 });
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const submit = (key: string, item: number) =>
    committers.submit(key, item, async (items) => {
      groups.push(`${key}: ${items.join()}`);
      if (groups.length === 2) open();
      await opened;
      return items.map((each) => each * 10);
    });
  const answers = [submit('a', 1), submit('a', 2), submit('b', 3), submit('a', 4), submit('b', 5)];
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50]);
  expect(groups).toEqual(['a: 1', 'b: 3', 'a: 2,4', 'b: 5']);
});

it('rejects those alone whose item can not be committed, and takes the key again', async () => {
  const committers = new KeyedCommitters<number, number>({ maxGroup: 100 });
  const submit = (item: number) =>
    committers.submit('a', item, async (items) => {
      if (items.includes(13)) throw new Error('bad luck');
      return items;
    });
  const settled = await Promise.allSettled([1, 13, 2].map(submit));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await submit(3)).toBe(3);
});
