import { describe, expect, it } from '@jest/globals';
import { instantOf } from './instant.js';

describe('an instant from Postgres', () => {
  it.each([
    ['2026-11-21 05:24:56+00', '2026-11-21T05:24:56.000Z'],
    ['2026-11-21 05:24:56.1+00', '2026-11-21T05:24:56.100Z'],
    ['2026-11-21 05:24:56.123+00', '2026-11-21T05:24:56.123Z'],
    ['2026-11-21 05:24:56.123456+00', '2026-11-21T05:24:56.123Z'],
    ['2026-11-21 06:54:56.5+01:30', '2026-11-21T05:24:56.500Z'],
    ['0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
  ])('is read from %s', (text, expected) => {
    expect(instantOf(text).toISOString()).toBe(expected);
  });

  it('may be infinite', () => {
    expect(instantOf('infinity')).toBe(Infinity);
  });
});
