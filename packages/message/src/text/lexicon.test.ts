import { describe, expect, it } from '@jest/globals';
import { foldedLetters, foldUnit, letterKind, SKIPPED, SPACED } from './letters.js';
import { Lexicon, type Place } from './lexicon.js';

const LISTS: readonly (readonly [number, string])[] = [
  [1, 'code, codes, code number, mot de passe, *passwort, anweis*, d’accord, 2fa, n°'],
  [2, 'code, ключ*, пароль, код, κωδικός, *kod*, şifre'],
  [4, '验证码, 验证, パスワード, 비밀번호, رمز, סיסמה, कोड*, รหัส'],
];
const GLUE = [
  ' ',
  '',
  '  ',
  '\n',
  '\u0301',
  '\u200d',
  '\u00ad',
  '-',
  '.',
  'ʼ',
  'ⓐ',
  'x',
  'Ё',
  '1',
  '１',
  '\u0301'.repeat(13),
];
const MOST_STEPPED_OVER = 12;

const words = LISTS.flatMap(([is, list]) => list.split(', ').map((text) => ({ is, text })));
const isSpaced = (text: string, at: number) =>
  at >= 0 && at < text.length && letterKind(text.charCodeAt(at)) === SPACED;

function goesOn(text: string, at: number): boolean {
  let next = at + 1;
  while (next < text.length && foldUnit(text.charCodeAt(next)) === SKIPPED) next += 1;
  return isSpaced(text, at) && next - at <= MOST_STEPPED_OVER && isSpaced(text, next);
}

/** Where a folded word that begins at a position ends in a text, or -1. */
function endOf(word: string, text: string, at: number): number {
  let [stepped, read] = [0, 0];
  for (let i = at; i < text.length; i++) {
    const unit = foldUnit(text.charCodeAt(i));
    if (read > 0 && (unit === SKIPPED || (unit === 32 && word[read - 1] === ' '))) {
      if (++stepped > MOST_STEPPED_OVER) return -1;
      continue;
    }
    if (unit !== word.charCodeAt(read)) return -1;
    if (++read === word.length) return i + 1;
  }
  return -1;
}

/** What `find` does, said word by word. */
function foundIn(text: string): Place[] {
  const places: Place[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) <= 32) continue;
    const isInside = isSpaced(text, at - 1) && isSpaced(text, at);
    let [is, end] = [0, 0];
    for (const word of words) {
      if (isInside && !word.text.startsWith('*')) continue;
      const behind = endOf(foldedLetters(word.text.replace(/^\*|\*$/g, '')), text, at);
      if (behind < end || behind === -1 || (!word.text.endsWith('*') && goesOn(text, behind - 1))) continue;
      [is, end] = [behind === end ? is | word.is : word.is, behind];
    }
    if (is !== 0) places.push({ is, at, end });
  }
  return places;
}

describe('a lexicon', () => {
  const lexicon = new Lexicon(LISTS);

  it('finds in any text what is found word by word', () => {
    let seed = 7;
    const any = <One>(list: readonly One[]): One => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return list[(seed >>> 8) % list.length] as One;
    };
    let found = 0;
    for (let round = 0; round < 3_000; round++) {
      let text = '';
      for (let piece = 0; piece < 6; piece++) {
        const word = any(words).text.replaceAll('*', '');
        const cut = any([0, 0, 1, 2, word.length]);
        text += any([word, word.toUpperCase(), `${word.slice(0, cut)}${any(GLUE)}${word.slice(cut)}`]) + any(GLUE);
      }
      const places = lexicon.find(text);
      expect({ text, places }).toEqual({ text, places: foundIn(text) });
      found += places.length;
    }
    expect(found).toBeGreaterThan(5_000);
  });

  it('finds the words that begin between two positions, and none behind the end of a text', () => {
    const text = 'code, code number';
    expect(lexicon.find(text, 1)).toEqual([{ is: 1, at: 6, end: 17 }]);
    expect(lexicon.find(text, 0, 6)).toEqual([{ is: 3, at: 0, end: 4 }]);
    expect(lexicon.find('mot de passe')).toHaveLength(1);
    expect(lexicon.find('mot de')).toEqual([]);
    expect(lexicon.find(`${'x '.repeat(40_000)}пароль`)).toEqual([{ is: 2, at: 80_000, end: 80_006 }]);
  });
});
