import { expect, it } from '@jest/globals';
import { SharedSlots } from './shared-slots.js';

const LONG_MS = 60_000;

/** Work that ends when the test tells it to. */
function controlled() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended.then(() => 'done'), end: () => end() };
}

it('lets a tenant that is alone have half of the slots, and another begin at once', async () => {
  const slots = new SharedSlots(4);
  const flood = Array.from({ length: 5 }, () => controlled());
  const runs = flood.map(({ work }) => slots.run('tnt_a', LONG_MS, work));
  expect(await slots.run('tnt_b', 0, () => Promise.resolve('b'))).toBe('b');
  for (const { end } of flood) end();
  expect(await Promise.all(runs)).toEqual(Array(5).fill('done'));
});

it('gives up those that wait for longer than they want to, and begins the others in their order', async () => {
  const slots = new SharedSlots(2);
  const [first, order] = [controlled(), [] as string[]];
  const run = (name: string) => slots.run('tnt_a', LONG_MS, async () => void order.push(name));
  const holding = slots.run('tnt_a', 0, first.work);
  const later = [run('second'), run('third')];
  expect(await slots.run('tnt_a', 10, () => Promise.resolve('never'))).toBeNull();
  first.end();
  await Promise.all([holding, ...later]);
  expect(order).toEqual(['second', 'third']);
});

it('goes on after work that fails', async () => {
  const slots = new SharedSlots(1);
  await expect(slots.run('tnt_a', 0, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await slots.run('tnt_b', 0, () => Promise.resolve('b'))).toBe('b');
});
