import { describe, expect, it } from '@jest/globals';
import { ReadingRoom } from './reading-room.js';

const MIB = 1024 * 1024;

/** Work that ends when the test tells it to. */
function controlled() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended, end: () => end() };
}

describe('the room for what is read of stored mail', () => {
  it('has those wait for whom there is none, and lets them in as others leave', async () => {
    const room = new ReadingRoom(10 * MIB, 8 * MIB);
    const [first, order] = [controlled(), [] as string[]];
    const one = room.run('a', 6 * MIB, first.work);
    const two = room.run('a', 6 * MIB, async () => order.push('a'));
    // Another tenant still finds room, and what is small needs none.
    await room.run('b', 4 * MIB, async () => order.push('b'));
    await room.run('a', 1_000, async () => order.push('small'));
    expect(order).toEqual(['b', 'small']);
    first.end();
    await Promise.all([one, two]);
    expect(order).toEqual(['b', 'small', 'a']);
  });

  it('refuses those for whom there is none in time, and is free again after work that failed', async () => {
    const room = new ReadingRoom(10 * MIB, 6 * MIB, 5);
    const first = controlled();
    const one = room.run('a', 6 * MIB, () => first.work().then(() => Promise.reject(new Error('failed'))));
    const refusal = { code: 'unavailable', retryAfterSeconds: 5 };
    await expect(room.run('a', 6 * MIB, async () => 'never')).rejects.toMatchObject(refusal);
    await expect(room.run('b', 6 * MIB, async () => 'never')).rejects.toMatchObject(refusal);
    first.end();
    await expect(one).rejects.toThrow('failed');
    expect(await room.run('a', 6 * MIB, async () => 'read')).toBe('read');
  });

  it('goes to whoever waits for it from the slowest clients, and from no more of them than it takes', async () => {
    const room = new ReadingRoom(10 * MIB, 8 * MIB, 500, 5);
    const gaveWay: string[] = [];
    const download = (name: string, holder: string, rate: number) => {
      const { work, end } = controlled();
      const giveWay = () => {
        gaveWay.push(name);
        end();
      };
      return { done: room.run(holder, 3 * MIB, work, { rate: () => rate, giveWay }), end };
    };
    const downloads = [download('slow', 'a', 2_000), download('slower', 'a', 1_000), download('fast', 'b', 8 * MIB)];
    // What a tenant waits for because of its own downloads is taken from no others.
    expect(await room.run('b', 6 * MIB, async () => 'read').catch(({ code }) => code)).toBe('unavailable');
    expect(gaveWay).toEqual([]);
    expect(await room.run('c', 3 * MIB, async () => 'read')).toBe('read');
    expect(gaveWay).toEqual(['slower']);
    for (const { end } of downloads) end();
    await Promise.all(downloads.map(({ done }) => done));
    expect(await room.run('c', 3 * MIB, async () => 'read')).toBe('read');
    expect(gaveWay).toEqual(['slower']);
  });
});
