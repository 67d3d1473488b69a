import { describe, expect, it } from '@jest/globals';
import { parseSentAt } from './sent-at.js';

describe('a date', () => {
  it.each([
    ['Fri, 31 Dec 9999 23:59:59 +0000', '9999-12-31T23:59:59.000Z'],
    ['Sat, 01 Jan 9999 00:00:00 -2359', '9999-01-01T23:59:00.000Z'],
    ['Mon, 01 Jan 1900 00:00:00 +0000', '1900-01-01T00:00:00.000Z'],
  ])('at the edge of what is a date is read: %s', (field, instant) => expect(parseSentAt(field)).toBe(instant));

  it.each([
    'Fri, 31 Dec 9999 23:59:59 -0001',
    'Fri, 31 Dec 9999 23:59:59 EST',
    '9999-12-31 20:00:00 -2359',
    'Mon, 01 Jan 1900 00:00:00 +0001',
    'Sat, 01 Jan 0000 00:00:00 +0000',
    'Fri, 31 Dec 99999 23:59:59 +0000',
  ])('that its zone carries beyond the years that are written with four digits is none: %s', (field) => {
    expect(parseSentAt(field)).toBeNull();
  });

  it.each([
    '2024-13-05 10:00:00 +0000',
    '2024-00-05 10:00:00 +0000',
    '2024-02-30 10:00:00 +0000',
    'Fri, 31 Apr 2026 10:00:00 +0000',
    'Fri, 24 Foo 2026 10:00:00 +0000',
    'Fri, 24 Apr 2026 24:00:00 +0000',
    'Fri, 24 Apr 2026 23:60:00 +0000',
    'Fri, 24 Apr 2026 23:59:61 +0000',
  ])('that no calendar and no clock shows is none: %s', (field) => expect(parseSentAt(field)).toBeNull());

  it('may name a leap second, the last of February, and its zone before its year', () => {
    expect(parseSentAt('Sat, 31 Dec 2016 23:59:60 +0000')).toBe('2016-12-31T23:59:59.000Z');
    expect(parseSentAt('Thu, 29 Feb 2024 10:00:00 +0100')).toBe('2024-02-29T09:00:00.000Z');
    expect(parseSentAt('Thu Nov 26 10:00:00 EST 2026')).toBe('2026-11-26T15:00:00.000Z');
  });

  it.each([
    // ISO 8601 and Postgres write whole hours like this.
    ['2026-11-27T10:00:00+02', '2026-11-27T08:00:00.000Z'],
    ['2026-11-27 10:00:00.123456-08', '2026-11-27T18:00:00.000Z'],
    ['Fri, 27 Nov 2026 10:00:00 GMT+1', '2026-11-27T09:00:00.000Z'],
    ['Fri, 27 Nov 2026 10:00:00 UTC-05', '2026-11-27T15:00:00.000Z'],
    ['Fri, 27 Nov 2026 10:00:00 +0530', '2026-11-27T04:30:00.000Z'],
    ['Fri, 27 Nov 2026 10:00:00 +5:30', '2026-11-27T04:30:00.000Z'],
    ['Fri, 27 Nov 2026 10:00:00 +100', '2026-11-27T09:00:00.000Z'],
    ['Fri, 27 Nov 2026 10:00:00 +12345', '2026-11-27T10:00:00.000Z'],
  ])('has the zone that its sender wrote: %s', (field, instant) => expect(parseSentAt(field)).toBe(instant));
});
