import { expect, it } from '@jest/globals';
import { patiently } from './patiently.js';
import { Pauses } from './pauses.js';

const pauses = new Pauses(1, 4);
const isPassing = (error: unknown) => error instanceof Error && error.message === 'away';

it('tries again what may pass, and says each time what was wrong', async () => {
  const errors: unknown[] = [];
  let tries = 0;
  const work = async () => {
    tries += 1;
    if (tries < 3) throw new Error('away');
    return tries;
  };
  expect(await patiently(work, { pauses, isPassing, onError: (error) => errors.push(error) })).toBe(3);
  expect(errors).toEqual([new Error('away'), new Error('away')]);
});

it('gives up at once what will not pass by itself', async () => {
  const errors: unknown[] = [];
  const work = () => Promise.reject(new Error('no such bucket'));
  await expect(patiently(work, { pauses, isPassing, onError: (error) => errors.push(error) })).rejects.toThrow(
    'no such bucket',
  );
  expect(errors).toEqual([]);
});

it('ends the waiting when it is told to', async () => {
  const stop = new AbortController();
  const work = () => Promise.reject(new Error('away'));
  const waiting = patiently(work, {
    pauses: new Pauses(60_000, 60_000),
    isPassing,
    onError: () => stop.abort(),
    signal: stop.signal,
  });
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});

it('pauses for twice as long each time, up to the limit, until it is told to begin again', () => {
  const grown = new Pauses(100, 300);
  const four = Array.from({ length: 4 }, () => grown.next());
  for (const [index, atLeast] of [100, 200, 300, 300].entries()) {
    expect(four[index]).toBeGreaterThanOrEqual(atLeast);
    expect(four[index]).toBeLessThanOrEqual(1.2 * atLeast);
  }
  grown.reset();
  expect(grown.next()).toBeLessThanOrEqual(120);
});
