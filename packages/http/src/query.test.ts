import { describe, expect, it } from '@jest/globals';
import { accountId, boolean, instant, integer, page, pathId, smallPathId, text } from './query.js';

describe('a query', () => {
  it('takes false for false', () => expect(boolean({ includeLocked: 'false' }, 'includeLocked')).toBe(false));
  it.each(['1', 'yes', 'TRUE'])('refuses %s as a boolean', (value) => {
    expect(() => boolean({ b: value }, 'b')).toThrow(/true or false/);
  });
  it('refuses a scalar that is repeated', () => expect(() => text({ q: ['a', 'b'] }, 'q')).toThrow(/once/));
  it.each(['', undefined])('takes %p for absent', (value) => expect(integer({ n: value }, 'n', 1, 2)).toBeUndefined());
  it.each(['0', '51', '1.5', '1e1', ' 5', '0x5', '99999999999999999999', 'NaN'])('refuses the size %s', (size) => {
    expect(() => page({ size })).toThrow(/1 to 50/);
  });
  it.each(['-1', 'abc', '1.0', '9007199254740993'])('refuses the cursor %s by its own code', (cursor) => {
    expect(() => page({ cursor })).toThrow(/invalid_cursor/);
  });
  it('defaults to twenty, newest first', () => {
    expect(page({})).toEqual({ limit: 20, cursor: undefined, oldestFirst: false });
  });
});

describe('an instant', () => {
  it.each([
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59+14:00', '9999-12-31T09:59:59.000Z'],
  ])('%s is read', (value, read) => expect(instant({ since: value }, 'since')?.toISOString()).toBe(read));
  it.each(['0000-01-01', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00', '2026-02-30'])(
    '%s is refused, so that the database is never asked for what it can not read',
    (value) => expect(() => instant({ since: value }, 'since')).toThrow(/ISO 8601/),
  );
});

describe('an id', () => {
  it('that no row can have is not found rather than an error', () => {
    expect(() => accountId({ accountId: '2147483648' })).toThrow(/not_found/);
    expect(() => smallPathId('2147483648', 'tokenId')).toThrow(/not_found/);
    expect(() => pathId('9999999999999999', 'emailId')).toThrow(/not_found/);
  });
  it.each(['0', '-1', 'x', '1x', ''])('%p is refused', (value) => {
    expect(() => pathId(value, 'emailId')).toThrow(/positive integer/);
  });
});
