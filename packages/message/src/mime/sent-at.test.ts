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
});
