import { readdirSync, readFileSync } from 'node:fs';
import { JOINED, KIND, LETTER, lookAt, spread, SYLLABLE } from '../dist/text/units.js';
import { Concepts } from '../dist/trust/ai-concepts.js';
import { letterOf, noWord, pairOf, readWord, stemAlone, threeOf } from '../dist/trust/ai-word.js';

const FOLDER = new URL('concepts/', import.meta.url);
/** Arabic and Hebrew write articles, prepositions and, in Hebrew, "you will" together with their words. */
const BEFORE_ARABIC = ['ال', 'و', 'ب', 'بال', 'لل'];
const BEFORE_HEBREW = ['ה', 'ו', 'ב', 'ל', 'ש', 'מ', 'כ', 'ת'];
/** Letters of Persian and Urdu, which don't. */
const NOT_ARABIC = /[پچژگکیٹڈڑںےہھ]/;

/**
 * The meanings in `concepts`. Where words of two languages are written alike, the one counts that stands further in front of
 * its list.
 */
export function writtenConcepts() {
  const found = new Concepts();
  const lists = listsIn(FOLDER);
  const longest = Math.max(...lists.map(({ length }) => length));
  for (let rank = 0; rank < longest; rank++) {
    for (const [index, words] of lists.entries()) {
      for (const written of formsOf(words[rank] ?? ''))
        for (const key of keysOf(written)) found.add(spread(key), index + 1);
    }
  }
  return found;
}

function listsIn(folder) {
  const texts = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(new URL(name, folder), 'utf8').trim());
  return texts
    .join('\n')
    .split(/\n(?=[a-z]+:)/)
    .map((list) => list.split(/\s+/).slice(1));
}

function formsOf(entry) {
  if (entry === '') return [];
  if (/[\u0600-\u06ff]/.test(entry) && !NOT_ARABIC.test(entry))
    return [entry, ...BEFORE_ARABIC.map((before) => before + entry)];
  if (/[\u0590-\u05ff]/.test(entry)) return [entry, ...BEFORE_HEBREW.map((before) => before + entry)];
  return [entry];
}

/** A word is found by all of its letters, and by its first sounds if it has so many; two words by both together. */
function keysOf(entry) {
  const units = Uint16Array.from(entry, (character) => character.charCodeAt(0));
  const looked = Array.from(units, lookAt);
  const kind = looked[0] & KIND;
  if (kind === JOINED) return keyOfLetters(looked);
  const word = noWord();
  const stems = [];
  for (let at = 0; at < looked.length; at = Math.max(at + 1, word.end)) {
    if (!isInWord(looked[at])) continue;
    readWord(units, at, looked[at] & KIND, word);
    stems.push(word.stem);
  }
  if (stems.length > 1) return [pairOf(stems.at(-2), stems.at(-1))];
  return word.isFull || kind === SYLLABLE ? [word.whole, stemAlone(word.stem)] : [word.whole];
}

function isInWord(unit) {
  return (unit & KIND) === LETTER || (unit & KIND) === SYLLABLE;
}

/** A word of a script without blanks, by its first two or three letters. */
function keyOfLetters(looked) {
  const [first, second, third] = looked.filter((unit) => (unit & KIND) === JOINED).map(letterOf);
  if (second === undefined) return [];
  return [third === undefined ? pairOf(first, second) : threeOf(first, second, third)];
}
