import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { uuidv7 } from '@mailroom/ids';
import { AcceptancePressure } from './acceptance-pressure.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Keeps so many messages on their way until the returned function is called. */
function accept(pressure: AcceptancePressure, count: number): () => Promise<unknown> {
  let end = () => {};
  const durable = new Promise<void>((resolve) => (end = resolve));
  const all = Array.from({ length: count }, () => pressure.during(uuidv7(), () => durable));
  return () => {
    end();
    return Promise.all(all);
  };
}

it('is high from three messages at once on, and for a moment longer, and then tells for how long it has not been', async () => {
  const pressure = new AcceptancePressure();
  expect([pressure.isHigh, pressure.easedMs]).toEqual([false, Infinity]);
  await accept(pressure, 2)();
  expect([pressure.isHigh, pressure.easedMs]).toEqual([false, Infinity]);
  const end = accept(pressure, 3);
  jest.advanceTimersByTime(1_000);
  expect([pressure.isHigh, pressure.easedMs]).toEqual([true, 0]);
  await end();
  expect([pressure.isHigh, pressure.easedMs]).toEqual([true, 0]);
  jest.advanceTimersByTime(25);
  expect([pressure.isHigh, pressure.easedMs]).toEqual([false, 0]);
  jest.advanceTimersByTime(40);
  expect([pressure.isHigh, pressure.easedMs]).toEqual([false, 40]);
});

/** Lets so many clients, of which each waits so long for its `250` and then as long as given, send for a second. */
async function floodOf(clients: number, waitMs: number, idleMs: number): Promise<number> {
  const pressure = new AcceptancePressure();
  let over = false;
  const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const client = async (index: number) => {
    await delay(index);
    for (; !over; await delay(idleMs)) await pressure.during(uuidv7(), () => delay(waitMs));
  };
  const all = Array.from({ length: clients }, (_, index) => client(index));
  await jest.advanceTimersByTimeAsync(1_000);
  const { flood } = pressure;
  over = true;
  await jest.advanceTimersByTimeAsync(waitMs + idleMs + 10);
  await Promise.all(all);
  return flood;
}

it.each([
  ['one client', 1, 20, 0, 0, 0],
  ['many clients that hardly wait', 50, 4, 96, 0, 0],
  ['a few that wait all the time', 4, 30, 0, 0, 0],
  ['more of them', 7, 30, 0, 0.2, 0.8],
  ['many of them', 25, 30, 0, 1, 1],
])('takes for a flood, by how many wait at once: %s', async (_, clients, waitMs, idleMs, atLeast, atMost) => {
  const flood = await floodOf(clients, waitMs, idleMs);
  expect(flood).toBeGreaterThanOrEqual(atLeast);
  expect(flood).toBeLessThanOrEqual(atMost);
});

it('takes one client that sends for minutes for one, and forgets a flood within a second', async () => {
  const pressure = new AcceptancePressure();
  const slow = uuidv7();
  jest.advanceTimersByTime(120_000);
  await pressure.during(slow, () => Promise.resolve());
  expect(pressure.flood).toBe(0);
  const begun = Array.from({ length: 20 }, () => uuidv7());
  jest.advanceTimersByTime(100);
  await Promise.all(begun.map((rawId) => pressure.during(rawId, () => Promise.resolve())));
  expect(pressure.flood).toBe(1);
  jest.advanceTimersByTime(500);
  expect(pressure.flood).toBe(0);
});
