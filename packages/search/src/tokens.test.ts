import { describe, expect, it } from '@jest/globals';
import { tellTokens, wantedTokens, type Token } from './tokens.js';

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  tellTokens(text, (word, position) => tokens.push({ text: word, position }) > 0);
  return tokens;
}

const texts = (text: string) => tokensOf(text).map((token) => token.text);
const wanted = (text: string) => wantedTokens(text).map((token) => token.text);

describe('the words of a text', () => {
  it.each([
    ['Crème BRÛLÉE', ['creme', 'brulee']],
    ['ＦＵＬＬ width', ['full', 'width']],
    ['Straße Łódź Ørsted', ['strasse', 'lodz', 'orsted']],
    ['ΟΔΟΣ οδός', ['οδοσ', 'οδοσ']],
    ['ёлка', ['елка']],
    ['don’t e-mail', ['don', 't', 'e', 'mail']],
    ['שָׁלוֹם', ['שלום']],
    ['हिन्दी', ['हिन्दी']],
  ])('%s are %j', (text, tokens) => expect(texts(text)).toEqual(tokens));

  it('of an address are the whole and its parts', () => {
    expect(texts('write to Ada.Lovelace@mail.example.org.')).toEqual([
      ...['write', 'to', 'ada.lovelace@mail.example.org'],
      ...['ada', 'lovelace', 'mail', 'example', 'org'],
    ]);
  });

  it('in scripts without spaces are characters and pairs; voiced kana stay what they are', () => {
    expect(texts('日本語')).toEqual(['日', '日本', '本', '本語', '語']);
    expect(texts('がか')).toEqual(['が', 'がか', 'か']);
  });

  it('are looked for by pairs, a single character by itself, and an address whole', () => {
    expect(wanted('日本語')).toEqual(['日本', '本語']);
    expect(wanted('語')).toEqual(['語']);
    expect(wanted('<Ada@Example.org>')).toEqual(['ada@example.org']);
    expect(wanted('@example.org')).toEqual(['example', 'org']);
    expect(wanted('---')).toEqual([]);
  });

  it('that follow each other have positions that do, on both sides', () => {
    const where = (text: string) => Object.fromEntries(tokensOf(text).map((token) => [token.text, token.position]));
    expect(where('see 東京タワー now')).toMatchObject({ see: 0, 東京: 1, 京タ: 2, now: 6 });
    for (const text of ['see 東京タワー now', 'from ada@example.org today']) {
      const positions = where(text);
      for (const token of wantedTokens(text)) expect(positions[token.text]).toBe(token.position);
    }
  });

  it.each([
    ['one word without end', 'a'.repeat(300_000)],
    ['dots', 'a.'.repeat(150_000)],
    ['at signs', '@'.repeat(300_000)],
    ['addresses without end', 'a@'.repeat(150_000)],
    ['marks', 'e\u0301'.repeat(150_000)],
    ['one character of a script without spaces', '語'.repeat(300_000)],
  ])('of hostile text (%s) are found in one pass', (_, text) => {
    expect(texts(text).length).toBeLessThan(1_200_000);
  });
});
