import { describe, expect, it } from '@jest/globals';
import { cutBodies } from './cut-bodies.js';

describe('maxBodyChars', () => {
  it('cuts every body of a view, and says so', () => {
    const view = { subject: 'longer than that', plainText: 'abcdef', html: '<p>', extractedText: 'abcd' };
    const expected = {
      subject: 'longer than that',
      plainText: 'abc',
      html: '<p>',
      extractedText: 'abc',
      truncated: true,
    };
    expect(cutBodies(view, 3)).toEqual(expected);
  });

  it('says that nothing is missing where nothing is', () => {
    const view = { plainText: 'abc', html: '' };
    expect(cutBodies(view, 3)).toEqual({ ...view, truncated: false });
  });

  it.each([0, 1, 2, 3])('never leaves half of a character, at %i', (max) => {
    const { plainText } = cutBodies({ plainText: '😀😀', html: '' }, max);
    expect([plainText.isWellFormed(), plainText.length <= max]).toEqual([true, true]);
  });
});
