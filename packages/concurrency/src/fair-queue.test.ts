import { describe, expect, it } from '@jest/globals';
import { FairQueue } from './fair-queue.js';

function drained(queue: FairQueue<string>): (string | undefined)[] {
  return Array.from({ length: queue.size }, () => queue.take());
}

describe('a fair queue', () => {
  it('gives turns to keys, and within a key the oldest first', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(item, [item.charAt(0)]);
    expect(drained(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('gives a sender one share, to however many mailboxes it writes', () => {
    const queue = new FairQueue<string>();
    for (let i = 0; i < 100; i++) queue.add(`flood ${i}`, ['flooder', `box ${i}`]);
    queue.add('letter', ['ada', 'box 1']);
    expect([queue.take(), queue.take()]).toEqual(['flood 0', 'letter']);
  });

  it('gives nobody a second turn for leaving and coming back', () => {
    const queue = new FairQueue<string>();
    queue.add('a1', ['a']);
    queue.add('b1', ['b']);
    expect(queue.take()).toBe('a1');
    queue.add('a2', ['a']);
    expect(drained(queue)).toEqual(['b1', 'a2']);
    expect(queue.take()).toBeUndefined();
  });

  it('takes each of very many items once', () => {
    const queue = new FairQueue<number>();
    for (let i = 0; i < 100_000; i++) queue.add(i, ['one']);
    let sum = 0;
    for (let item = queue.take(); item !== undefined; item = queue.take()) sum += item;
    expect(sum).toBe((100_000 * 99_999) / 2);
  });
});
