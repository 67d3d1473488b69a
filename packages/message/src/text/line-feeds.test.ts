import { describe, expect, it } from '@jest/globals';
import { withLineFeeds } from './line-feeds.js';

describe('withLineFeeds', () => {
  it.each([
    ['one line', 'one line'],
    ['a\nb', 'a\nb'],
    ['a\r\nb\rc\nd', 'a\nb\nc\nd'],
    ['\r\r\n\n\r', '\n\n\n\n'],
    ['\r', '\n'],
  ])('reads %j as %j', (text, expected) => {
    expect(withLineFeeds(text)).toBe(expected);
  });

  it.each(['\r\n', '\r', 'a\r\n', '\r\r\n', 'ab\r\n\r'])('ends each line once in a long text of %j', (unit) => {
    const text = unit.repeat(3_000_000 / unit.length);
    expect(withLineFeeds(text) === text.replace(/\r\n?/g, '\n')).toBe(true);
  });
});
