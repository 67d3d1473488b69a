import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { AcceptancePressure } from './acceptance-pressure.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Keeps so many messages on their way until the returned function is called. */
function accept(pressure: AcceptancePressure, count: number): () => Promise<unknown> {
  let end = () => {};
  const durable = new Promise<void>((resolve) => (end = resolve));
  const all = Array.from({ length: count }, () => pressure.during(2_048, () => durable));
  return () => {
    end();
    return Promise.all(all);
  };
}

it('is high from three messages at once on, and for a moment longer, and then tells for how long it has not been', async () => {
  const pressure = new AcceptancePressure(2);
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

/** Accepts so many messages of so many octets a second, for two seconds, and tells how much of a flood that is. */
async function floodOf(perSecond: number, octets: number, parsers: number): Promise<number> {
  const pressure = new AcceptancePressure(parsers);
  for (let count = 0; count < 2 * perSecond; count += 1) {
    await pressure.during(octets, () => Promise.resolve());
    jest.advanceTimersByTime(1_000 / perSecond);
  }
  return pressure.flood;
}

it.each([
  ['nothing', 1, 2_048, 2, 0, 0],
  ['what two parsers read beside the rest of the work', 450, 2_048, 2, 0, 0],
  ['more than that', 750, 2_048, 2, 0.3, 0.8],
  ['what they never keep up with', 1_500, 2_048, 2, 1, 1],
  ['what one of them reads no longer', 600, 2_048, 1, 1, 1],
  ['large messages', 250, 50 * 1_024, 2, 1, 1],
])('takes for a flood, by what reading it costs: %s', async (_, perSecond, octets, parsers, atLeast, atMost) => {
  const flood = await floodOf(perSecond, octets, parsers);
  expect(flood).toBeGreaterThanOrEqual(atLeast);
  expect(flood).toBeLessThanOrEqual(atMost);
});

it('forgets a flood within a second or two', async () => {
  const pressure = new AcceptancePressure(2);
  await Promise.all(Array.from({ length: 2_000 }, () => pressure.during(2_048, () => Promise.resolve())));
  expect(pressure.flood).toBe(1);
  jest.advanceTimersByTime(1_500);
  expect(pressure.flood).toBe(0);
});
