import * as units from '../text/units.js';
import * as spelling from './ai-spelling.js';

// What a module imports or exports is read anew at each use, what is its own is a constant.
const { FOLD, KIND, LETTER, lookAt, looks, mix, SKIP, SYLLABLE } = units;
const { spellings } = spelling;

/** How many sounds tell a word in any script, and how many syllables of Hangul. */
const STEM = 5;
const STEM_OF_SYLLABLES = 2;
/** A word that is shorter is not looked for in other scripts. */
const LEAST_SOUNDS = 4;
const MAX_LETTERS = 40;
/** An apostrophe ends a word in Latin that is as short as an article: "l'agent" is two. */
const APOSTROPHE = 39;
const MOST_ELIDED = 4;
const LATIN = 0x7f;
const EMPTY = 0x811c9dc5 | 0;
export const SEED = EMPTY;
/** How many weights the words have, a power of two. */
export const BUCKETS = 1 << 18;
const BUCKET = BUCKETS - 1;

/** A word as it is known again; it is used for one after the other, so that reading allocates nothing. */
export type Word = {
  end: number;
  /** A hash of all of its letters, and one of its first sounds. */
  whole: number;
  stem: number;
  /** Whether its sounds alone say enough, and whether it has as many of them as a stem holds. */
  isTold: boolean;
  isFull: boolean;
};

export const noWord = (): Word => ({ end: 0, whole: 0, stem: 0, isTold: false, isFull: false });

/** Reads the word that begins at a position, with a letter or a syllable. */
export function readWord(text: Uint16Array, from: number, kind: number, word: Word): void {
  let hash = EMPTY;
  let stem = EMPTY;
  let letters = 0;
  let last = 0;
  let sounds = 0;
  let sound = 0;
  let at = from;
  const most = kind === SYLLABLE ? STEM_OF_SYLLABLES : STEM;
  const to = from + MAX_LETTERS;
  for (; at < to; at++) {
    const unit = text[at] ?? 0;
    const looked = (looks[unit] ?? 0) || lookAt(unit);
    const next = looked & KIND;
    if (next !== LETTER) {
      if (next === SKIP) continue;
      if (next !== SYLLABLE) break;
    }
    const letter = (looked >>> FOLD) & 0xffff;
    if (letter === APOSTROPHE) {
      if (letters === 0 || letters > MOST_ELIDED || last > LATIN) continue;
      at += 1;
      break;
    }
    hash = mix(hash, letter);
    last = letter;
    letters += 1;
    if (sounds === most) continue;
    const spelled = spellings[letter] ?? 0;
    if (spelled === 0 || spelled === sound) continue;
    stem = mix(stem, spelled);
    sound = spelled;
    sounds += 1;
  }
  word.end = at;
  word.whole = mix(hash, 1);
  word.stem = stem;
  word.isFull = sounds === most;
  word.isTold = word.isFull || letters >= LEAST_SOUNDS;
}

/** A letter of a script without blanks. */
export const letterOf = (looked: number): number => mix(SEED, spellings[(looked >>> FOLD) & 0xffff] ?? 0);
export const stemAlone = (stem: number): number => mix(stem, 2);
/** A word, or a letter of a script without blanks, after the one before it. */
export const pairOf = (last: number, stem: number): number => mix(mix(last, stem), 3);
export const threeOf = (before: number, last: number, letter: number): number => mix(mix(mix(before, last), letter), 7);
/** The bucket of what was hashed and spread. @param quoting 0 outside of quotations */
export const bucketOf = (hash: number, quoting: number): number => (hash ^ quoting) & BUCKET;
