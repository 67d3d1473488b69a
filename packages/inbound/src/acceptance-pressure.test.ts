import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { AcceptancePressure } from './acceptance-pressure.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Keeps so many messages on their way until the returned function is called. */
function accept(pressure: AcceptancePressure, count: number): () => Promise<unknown> {
  let end = () => {};
  const durable = new Promise<void>((resolve) => (end = resolve));
  const all = Array.from({ length: count }, () => pressure.during(() => durable));
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
