import { afterEach, expect, it, jest } from '@jest/globals';
import { PollingLoop } from './polling-loop.js';

const HOUR_MS = 3_600_000;

let loop: PollingLoop | undefined;
afterEach(async () => {
  jest.useRealTimers();
  await loop?.close();
});

/** Steps that fail as often as that, and the times at which they began, in seconds. */
function start(failures: number, intervalMs = HOUR_MS) {
  jest.useFakeTimers();
  const begun = Date.now();
  const times: number[] = [];
  const step = async () => {
    times.push((Date.now() - begun) / 1_000);
    if (times.length <= failures) throw new Error('The database is away.');
    return false;
  };
  loop = new PollingLoop(step, { intervalMs, onError: () => {} });
  loop.wake();
  return { times, pass: (ms: number) => jest.advanceTimersByTimeAsync(ms) };
}

it('a step that failed is tried again soon, and then ever less often', async () => {
  const { times, pass } = start(3);
  await pass(60_000);
  expect(times).toHaveLength(4);
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  for (const [index, atLeast] of [1, 2, 4].entries()) {
    expect(pauses[index]).toBeGreaterThanOrEqual(atLeast);
    expect(pauses[index]).toBeLessThan(1.3 * atLeast);
  }
});

it('one that works runs at its interval, and no failure makes it run more rarely than that', async () => {
  const { times, pass } = start(0);
  await pass(2 * HOUR_MS + 1_000);
  expect(times).toEqual([0, 3_600, 7_200]);
  await loop?.close();
  const often = start(1_000, 200);
  await often.pass(2_000);
  expect(often.times).toHaveLength(11);
});
