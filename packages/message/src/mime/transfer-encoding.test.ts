import { describe, expect, it } from '@jest/globals';
import { parseMessage } from '../index.js';
import { decodedSize, decodeTransferEncoding } from './transfer-encoding.js';

const decoded = (lines: string[]) => {
  const body = Buffer.from(lines.join('\r\n'));
  const text = decodeTransferEncoding(body, 'base64').toString();
  expect(decodedSize(body, 'base64')).toBe(Buffer.byteLength(text));
  return text;
};

describe('base64', () => {
  it.each([
    ['a list', ['_______________________________________________', 'gears mailing list', 'https://lists.test/gears']],
    ['a scanner', ['', '-- ', 'This mail was scanned.']],
    ['somebody who writes nothing but words', ['Sent by the gateway']],
  ])('ends before what %s appended to it', (_, footer) => {
    expect(decoded(['SGVsbG8gd29ybGQ=', ...footer])).toBe('Hello world');
    expect(decoded(['SGVsbG8gd29ybGQhIQ==', ...footer, ''])).toBe('Hello world!!');
  });

  it('goes on behind its padding where more of it follows', () => {
    expect(decoded(['SGVsbG8=', 'IHdvcmxk', 'IQ=='])).toBe('Hello world!');
    expect(decoded(['SGVsbG8=IHdvcmxkIQ=='])).toBe('Hello world!');
    expect(decoded(['SGVsbG8= ', '\tIHdvcmxkIQ==', ''])).toBe('Hello world!');
  });

  it('leaves no trace of a footer in the text of a mail', () => {
    const mail = [
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      'R3LDvMOfZSBhdXMgS8O2bG4=',
      '_______________________________________________',
      'gears mailing list',
    ];
    expect(parseMessage(Buffer.from(mail.join('\r\n'))).plainText).toBe('Grüße aus Köln');
  });
});
