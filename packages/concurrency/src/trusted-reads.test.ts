import { expect, it } from '@jest/globals';
import { TrustedReads } from './trusted-reads.js';

const forAnHour = { trustedMs: 3_600_000, maxEntries: 2 };

it('reads a value once for all who ask at once or soon', async () => {
  const trusted = new TrustedReads<string, number>(forAnHour);
  let reads = 0;
  const ask = () => trusted.get('a', async () => (reads += 1));
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  expect(await ask()).toBe(1);
});

it('reads again what is no longer trusted, is not to be remembered, or failed', async () => {
  let reads = 0;
  const trusted = new TrustedReads<string, number>({ trustedMs: 0, maxEntries: 2 });
  const ask = () => trusted.get('a', async () => (reads += 1));
  expect([await ask(), await ask()]).toEqual([1, 2]);
  const lasting = new TrustedReads<string, number | null>({ ...forAnHour, remembers: (value) => value !== null });
  await expect(lasting.get('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await lasting.get('a', async () => null)).toBeNull();
  expect(lasting.has('a')).toBe(false);
  expect(await lasting.get('a', async () => 4)).toBe(4);
});

it('does not remember what was being read when it was forgotten', async () => {
  const trusted = new TrustedReads<string, string>(forAnHour);
  let answer: (value: string) => void = () => {};
  const early = trusted.get('a', () => new Promise((resolve) => (answer = resolve)));
  trusted.forget('a');
  const late = trusted.get('a', async () => 'new');
  answer('old');
  expect([await early, await late]).toEqual(['old', 'new']);
  expect(await trusted.get('a', async () => 'newer')).toBe('new');
});

it('never holds more entries than it may', async () => {
  const trusted = new TrustedReads<string, number>(forAnHour);
  for (const key of ['a', 'b', 'c']) await trusted.get(key, async () => 1);
  expect(['a', 'b', 'c'].filter((key) => trusted.has(key))).toEqual(['c']);
});
