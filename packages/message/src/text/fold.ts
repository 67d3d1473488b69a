import { withFewMarks } from './mark-runs.js';

/**
 * Latin, Greek and Cyrillic accents, Hebrew points and Arabic vowels. Marks that make another letter, as in kana, are
 * kept.
 */
const marks = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0655\u0670]/g;

/** Letters that have no decomposition. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
  ς: 'σ',
};
const special = /[ßæœøđðħıłþς]/g;

/** The text without case, accents and widths, for comparison: "ＣＡＦÉ", "Café" and "cafe" are the same. */
export function foldText(text: string): string {
  // Nearly all text is ASCII, which only needs lower case.
  if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase();
  return withFewMarks(text)
    .normalize('NFKD')
    .replace(marks, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(special, (letter) => plain[letter] ?? letter);
}
