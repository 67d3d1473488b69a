import { describe, expect, it } from '@jest/globals';
import { extractedText, parseMessage } from '../index.js';
import { decodeFlowed } from './flowed.js';

const lines = (...all: string[]) => all.join('\n');

describe('flowed text (RFC 3676)', () => {
  it.each([
    ['soft breaks go', lines('One ', 'two', 'three'), lines('One two', 'three')],
    [
      'stuffed blanks go',
      lines(' From me', '  indented', ' > no quotation'),
      lines('From me', ' indented', '> no quotation'),
    ],
    [
      'a quoted paragraph has one mark',
      lines('> one ', '> two', '>> three ', '>>four'),
      lines('> one two', '>> three four'),
    ],
    ['an empty quoted line stays', lines('> one', '>', '> two'), lines('> one', '>', '> two')],
    ['an answer never joins the quotation above it', lines('> one ', 'answer'), lines('> one ', 'answer')],
    [
      'a quotation never joins the line above it',
      lines('Ada wrote: ', '> one ', '>> two'),
      lines('Ada wrote: ', '> one ', '>> two'),
    ],
    ['a signature stands alone', lines('bye ', '-- ', 'Ada'), lines('bye ', '-- ', 'Ada')],
    ['so does a quoted one', lines('> bye', '> -- ', '> Ada'), lines('> bye', '> -- ', '> Ada')],
    ['line breaks at the end stay', lines('one', '', ''), lines('one', '', '')],
    ['nothing is nothing', '', ''],
  ])('%s', (_, text, expected) => expect(decodeFlowed(text, false)).toBe(expected));

  it('loses the blanks of its soft breaks with DelSp, and no others', () => {
    expect(decodeFlowed(lines('日本 ', '語', 'a  ', 'b', '> c ', '> d'), true)).toBe(lines('日本語', 'a b', '> cd'));
  });

  it('shows what was written below a quotation that ends with a soft break', () => {
    const mail = lines(
      'Content-Type: text/plain; format=flowed',
      '',
      'On Monday Ada wrote: ',
      '> Shall we meet at noon or would you ',
      '> rather come at one? ',
      'At one.',
    );
    const { plainText } = parseMessage(Buffer.from(mail));
    expect(plainText).toContain('\n> Shall we meet at noon or would you rather come at one? \nAt one.');
    expect(extractedText(plainText, null)).toBe('At one.');
  });
});
