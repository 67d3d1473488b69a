import { foldUnit, SKIPPED } from './letters.js';

/** What a unit is to whoever reads words; zero is what separates them and says nothing. */
export const LETTER = 1;
export const DIGIT = 2;
/** A letter of a script without blanks. */
export const JOINED = 3;
/** It ends a sentence or a line. */
export const END = 4;
export const MARK = 5;
/** A syllable of Hangul, of which one says as much as some letters. */
export const SYLLABLE = 6;
/** Marks above letters, and what has no width. */
export const SKIP = 7;

/** The bits of `lookAt` that hold the kind, and where the unit without case and accents begins. */
export const KIND = 7;
export const FOLD = 3;

/**
 * Each UTF-16 unit has its kind here and, above that, its folded form, as `lookAt` says them; zero was not looked at yet.
 * Whoever reads every unit of a text looks here first, in a third of the time.
 */
export const looks = new Int32Array(0x10000);
const KNOWN = 1 << 30;

/** The kind of a UTF-16 unit, and the unit folded. */
export function lookAt(unit: number): number {
  const known = looks[unit] ?? 0;
  return known === 0 ? lookAnew(unit) : known;
}

function lookAnew(unit: number): number {
  const fold = foldUnit(unit);
  const looked = KNOWN | (fold << FOLD) | (fold === SKIPPED ? SKIP : kindOf(String.fromCharCode(unit)));
  looks[unit] = looked;
  return looked;
}

function kindOf(character: string): number {
  if (/[\uac00-\ud7a3]/.test(character)) return SYLLABLE;
  if (/[\p{L}\p{M}]/u.test(character)) {
    return /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/.test(character)
      ? JOINED
      : LETTER;
  }
  if (/['’]/.test(character)) return LETTER;
  if (/\p{N}/u.test(character)) return DIGIT;
  if (/[.!?。！？।؟\n]/.test(character)) return END;
  return /[<>{}[\]|#`*=_~/\\@":;()“”„«»「」『』]/.test(character) ? MARK : 0;
}

/** Mixes a value into a hash (FNV-1a, by words of 32 bits). */
export function mix(hash: number, value: number): number {
  return Math.imul(hash ^ value, 0x01000193);
}

/** Spreads a hash, so that all of its bits tell apart. */
export function spread(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return once ^ (once >>> 13);
}
