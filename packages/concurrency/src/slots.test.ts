import { describe, expect, it } from '@jest/globals';
import { Slots } from './slots.js';

const LONG_MS = 60_000;
const never = () => new Promise<never>(() => {});

/** Work that ends when the test tells it to. */
function controlled() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended.then(() => 'done'), end: () => end() };
}

describe('slots', () => {
  it('let so many run at once, the others in their order, also after one that failed', async () => {
    const slots = new Slots(2);
    const order: number[] = [];
    let most = 0;
    let running = 0;
    const run = (index: number) =>
      slots.run(LONG_MS, async () => {
        order.push(index);
        most = Math.max(most, (running += 1));
        await Promise.resolve();
        running -= 1;
        if (index === 1) throw new Error('failed');
        return index;
      });
    const results = await Promise.allSettled([0, 1, 2, 3, 4].map(run));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    expect([order, most]).toEqual([[0, 1, 2, 3, 4], 2]);
  });

  it('make nobody wait longer than wanted, and give the place to the next', async () => {
    const slots = new Slots(1);
    const first = controlled();
    const running = slots.run(LONG_MS, first.work);
    expect(await slots.run(1, never)).toBeNull();
    const next = slots.run(LONG_MS, async () => 'next');
    expect(slots.waiting).toBe(1);
    first.end();
    expect([await running, await next, slots.waiting]).toEqual(['done', 'next', 0]);
  });

  it('are taken several at a time by work that wants more, which waits in its order, and has all if it wants too many', async () => {
    const slots = new Slots(4);
    const [three, all] = [controlled(), controlled()];
    const first = slots.run(LONG_MS, three.work, 3);
    const second = slots.run(LONG_MS, all.work, 9);
    const third = slots.run(LONG_MS, async () => 'third');
    expect(slots.waiting).toBe(2);
    three.end();
    expect([await first, slots.waiting]).toEqual(['done', 1]);
    all.end();
    expect([await second, await third, slots.waiting]).toEqual(['done', 'third', 0]);
  });

  it('go to those that want less where the one that held them up waits no longer', async () => {
    const slots = new Slots(4);
    void slots.run(LONG_MS, never, 3);
    const large = slots.run(1, never, 2);
    const small = slots.run(LONG_MS, async () => 'small');
    expect([await large, await small]).toEqual([null, 'small']);
  });

  it('that are closed let nobody wait or enter', async () => {
    const slots = new Slots(1);
    void slots.run(LONG_MS, never);
    const waiting = slots.run(LONG_MS, never);
    slots.close();
    expect(await waiting).toBeNull();
    expect(await slots.run(LONG_MS, never)).toBeNull();
  });

  it('tell when all have been taken for long', async () => {
    const slots = new Slots(1);
    expect(slots.isStuckFor(-1)).toBe(false);
    const first = controlled();
    const running = slots.run(LONG_MS, first.work);
    await Promise.resolve();
    expect([slots.isStuckFor(-1), slots.isStuckFor(LONG_MS)]).toEqual([true, false]);
    first.end();
    await running;
    expect(slots.isStuckFor(-1)).toBe(false);
  });
});
