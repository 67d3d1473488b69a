import { describe, expect, it } from '@jest/globals';
import { cutText, isCutText, MAX_BODY_CHARACTERS } from './cut-text.js';

describe('cutText', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['abc', 0, ''],
    ['a😀b', 2, 'a'],
    ['a😀b', 3, 'a😀'],
  ])('cuts %j to %i units without halving a character', (text, most, expected) => {
    expect(cutText(text, most)).toBe(expected);
  });

  it('is seen in what it cut, and in nothing shorter', () => {
    const long = 'x'.repeat(MAX_BODY_CHARACTERS - 1);
    expect(isCutText(cutText(`${long}yz`))).toBe(true);
    expect(isCutText(cutText(`${long}😀`))).toBe(true);
    expect(isCutText(long.slice(1))).toBe(false);
  });
});
