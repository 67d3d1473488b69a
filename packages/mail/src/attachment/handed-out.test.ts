import { afterEach, expect, it, jest } from '@jest/globals';
import { HandedOut } from './handed-out.js';

const SLICE = 64 * 1024;

afterEach(() => {
  jest.restoreAllMocks();
});

it('is as fast as its client takes it while somebody looks, whatever buffers have taken at first', async () => {
  let now = 1_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const handedOut = new HandedOut();
  const slices = handedOut.open(Buffer.alloc(100 * SLICE))[Symbol.asyncIterator]();
  const take = async (count: number) => {
    for (let taken = 0; taken < count; taken += 1) await slices.next();
  };
  const rateAt = (ms: number) => {
    now = ms;
    return handedOut.rate();
  };
  await take(40);
  expect([rateAt(60_000), rateAt(63_000)]).toEqual([Infinity, Infinity]);
  expect(rateAt(66_000)).toBe(0);
  await take(12);
  expect(rateAt(70_000)).toBe((12 * SLICE) / 10);
  // Nobody has looked for a while.
  expect(rateAt(80_000)).toBe(Infinity);
  await take(10);
  expect([rateAt(83_000), rateAt(85_000)]).toEqual([Infinity, 2 * SLICE]);
});
