import { describe, expect, it } from '@jest/globals';
import { dotStuffed } from './dot-stuffing.js';

const stuffed = (content: string) => Buffer.concat([...dotStuffed(Buffer.from(content))]).toString();

describe('a message on the wire', () => {
  it.each([
    ['a\r\n', 'a\r\n'],
    ['', ''],
    ['.a\r\n.\r\n..b\r\na.\r\n', '..a\r\n..\r\n...b\r\na.\r\n'],
    ['a', 'a\r\n'],
    ['a\r', 'a\r\n'],
    ['a\n.\nb', 'a\r\n..\r\nb\r\n'],
    ['a\r.\rb\r\n', 'a\r\n..\r\nb\r\n'],
    ['\n', '\r\n'],
    ['a\r\r\n', 'a\r\n\r\n'],
  ])('%j is sent as %j', (content, expected) => {
    expect(stuffed(content)).toBe(expected);
  });

  it('is the same wherever it is cut into pieces', () => {
    const line = `${'x'.repeat(61)}\r\n.`;
    for (let shift = 0; shift < 64; shift += 1) {
      const content = `${'y'.repeat(shift)}\r\n.${line.repeat(2_100)}`;
      expect(stuffed(content)).toBe(`${content.replaceAll('\n.', '\n..')}\r\n`);
    }
  });
});
