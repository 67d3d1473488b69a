import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { JOINED, KIND, lookAt, spread } from '../../src/text/units.js';
import { aiConcepts, Concepts, CONCEPTS_FILE } from '../../src/trust/ai-concepts.js';
import { letterOf, noWord, pairOf, readWord, stemAlone } from '../../src/trust/ai-word.js';
import { writtenConcepts } from '../../training/concepts.mjs';

const unitsOf = (text: string) => Uint16Array.from(text, (letter) => letter.charCodeAt(0));

function stemOf(text: string) {
  const word = noWord();
  const units = unitsOf(text);
  readWord(units, 0, lookAt(units[0] ?? 0) & KIND, word);
  return word;
}

/** What a word means, or two letters of a script without blanks. */
function meaningOf(text: string): number {
  const [first = 0, second = 0] = Array.from(unitsOf(text), lookAt);
  if ((first & KIND) === JOINED) return aiConcepts().of(spread(pairOf(letterOf(first), letterOf(second))));
  const { whole, stem } = stemOf(text);
  return aiConcepts().of(spread(whole)) || aiConcepts().of(spread(stemAlone(stem)));
}

describe('what words mean', () => {
  it('is alike in many languages', () => {
    const deleting = [
      'delete',
      'löschen',
      'supprimer',
      'удалить',
      'silin',
      'видаліть',
      'διαγράψτε',
      '삭제',
      'احذف',
      'מחק',
      '删除',
      '削除',
      'ลบทิ้ง',
    ];
    expect(new Set(deleting.map(meaningOf))).toEqual(new Set([meaningOf('erase')]));
    expect(meaningOf('erase')).not.toBe(0);
  });

  it('is found in forms that no list has, in capitals, and with an article', () => {
    expect(meaningOf('FORWARDINGS')).toBe(meaningOf('forward'));
    expect(meaningOf('übermittelnde')).toBe(meaningOf('übermitteln'));
    expect(meaningOf('السرية')).toBe(0);
    expect(meaningOf('الملف')).toBe(meaningOf('ملف'));
    expect(meaningOf('והסיסמה')).toBe(meaningOf('סיסמה'));
  });

  it('is what two words say together', () => {
    expect(aiConcepts().of(spread(pairOf(stemOf('chuyển').stem, stemOf('tiếp').stem)))).toBe(meaningOf('forward'));
  });

  it('is known behind an article, and between quotation marks', () => {
    expect(meaningOf("l'agent".slice(stemOf("l'agent").end))).toBe(meaningOf('agent'));
    expect(meaningOf('dell’utente'.slice(stemOf('dell’utente').end))).toBe(meaningOf('utente'));
    expect(meaningOf("'ignore'")).toBe(meaningOf('ignore'));
    expect(stemOf("запам'ятай")).toMatchObject({ end: 10, whole: stemOf('запамятай').whole });
  });

  it('is nothing for most words', () => {
    expect(['tomato', 'rivière', 'облако', '麦茶', ''].map(meaningOf)).toEqual([0, 0, 0, 0, 0]);
  });

  it('is what the lists in training say; run npm run train', () => {
    expect(readFileSync(CONCEPTS_FILE).equals(writtenConcepts().encode())).toBe(true);
  });

  it('is written down for so many words as a search for others still ends beside', () => {
    const concepts = new Concepts();
    const fill = () => {
      for (let hash = 0; hash < 1 << 20; hash++) concepts.add(spread(hash), 1);
    };
    expect(fill).toThrow(RangeError);
    expect(concepts.of(spread(0))).toBe(1);
  });

  it('is not read from a file of something else', () => {
    const { length } = readFileSync(CONCEPTS_FILE);
    expect(() => new Concepts().decode(Buffer.alloc(length - 4))).toThrow(RangeError);
    expect(() => new Concepts().decode(Buffer.alloc(length, 1))).toThrow(RangeError);
  });
});
