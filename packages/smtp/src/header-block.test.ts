import { describe, expect, it } from '@jest/globals';
import { hasMoreReceivedThan, headerBlockLength } from './header-block.js';

describe('headerBlockLength', () => {
  it.each([
    ['A: b\r\n\r\nbody\r\n', 6],
    ['A: b\r\n', 6],
    ['\r\nA: b\r\n\r\n', 0],
    ['', 0],
  ])('of %j is %d', (content, length) => {
    expect(headerBlockLength(Buffer.from(content))).toBe(length);
  });
});

describe('hasMoreReceivedThan', () => {
  const fields = (count: number) => 'Received: x\r\n\ty\r\n'.repeat(count);

  it.each([
    ['the limit', fields(50), false],
    ['one more', fields(51), true],
    ['one more in odd cases', `${fields(50)}RECEIVED :x\r\n`, true],
    [
      'others that only look like it',
      `${fields(50)}X-Received: x\r\nReceived-SPF: x\r\nSubject:\r\n Received: x\r\n`,
      false,
    ],
    ['many in the body', `${fields(50)}\r\n${fields(9)}`, false],
    ['a headerless body of them', `\r\n${fields(99)}`, false],
  ])('judges %s', (_what, content, more) => {
    expect(hasMoreReceivedThan(Buffer.from(`${content}\r\n`), 50)).toBe(more);
  });
});
