import { describe, expect, it } from '@jest/globals';
import { textPage } from './text-page.js';

const page = (text: string, offset: number, maxChars: number) => textPage(text, { offset, maxChars });

describe('a page of text', () => {
  it('begins and ends where it is asked to, and says where the next one begins', () => {
    expect(page('abcdef', 1, 3)).toEqual({ text: 'bcd', offset: 1, totalChars: 6, nextOffset: 4 });
    expect(page('abcdef', 4, 3)).toEqual({ text: 'ef', offset: 4, totalChars: 6, nextOffset: null });
  });

  it('never holds half a character', () => {
    expect(page('a😀b', 0, 2)).toEqual({ text: 'a', offset: 0, totalChars: 4, nextOffset: 1 });
    expect(page('a😀b', 2, 1)).toEqual({ text: '😀', offset: 1, totalChars: 4, nextOffset: 3 });
  });

  it('always comes further', () => {
    const text = '😀a😀😀';
    const pages: string[] = [];
    for (let offset: number | null = 0; offset !== null && pages.length < 10;) {
      const next = page(text, offset, 1);
      pages.push(next.text);
      offset = next.nextOffset;
    }
    expect(pages).toEqual(['😀', 'a', '😀', '😀']);
  });

  it('is empty behind the end', () => {
    expect(page('abc', 3, 5)).toEqual({ text: '', offset: 3, totalChars: 3, nextOffset: null });
    expect(page('abc', 1e15, 5)).toEqual({ text: '', offset: 3, totalChars: 3, nextOffset: null });
    expect(page('', 0, 5)).toEqual({ text: '', offset: 0, totalChars: 0, nextOffset: null });
  });
});
