import { foldUnit, letterKind, SKIPPED, SPACED } from './letters.js';

/**
 * Units fall into few classes, in the order of the units that are alone in theirs: each letter from a to z has its own,
 * which other letters and digits share. What a comparison steps over has one, and so has everything else together.
 */
export const STEPPED_OVER = 0;
export const BLANKS = 1;
const APOSTROPHE = 2;
const FIRST_LETTER = 3;
const LETTERS = 26;
const OTHERS = 29;
export const CLASS_BITS = 5;
/** The bits of what is known of a unit that hold its class. */
export const CLASS = (1 << CLASS_BITS) - 1;

/** Set for a letter of a spaced script. */
export const IS_SPACED = 1 << CLASS_BITS;
/** Set where the class says which unit it is, but for case and accents. */
export const IS_EXACT = IS_SPACED << 1;
const IS_KNOWN = IS_EXACT << 1;
/** Above that stands the folded unit. */
export const FOLDED = CLASS_BITS + 3;

/** What is known of each unit as it is written; zero was not looked at yet. */
const known = new Int32Array(0x10000);

/** What a unit is to whoever compares words: its class, the bits above, and the folded unit behind `FOLDED`. */
export function classify(unit: number): number {
  const looked = known[unit] ?? 0;
  return looked === 0 ? classifyAnew(unit) | 0 : looked;
}

function classifyAnew(unit: number): number {
  const folded = foldUnit(unit);
  const of = classOf(folded);
  const isExact = of === BLANKS || of === APOSTROPHE || (folded >= 97 && folded <= 122);
  const bits = (letterKind(unit) === SPACED ? IS_SPACED : 0) | (isExact ? IS_EXACT : 0);
  return (known[unit] = (folded << FOLDED) | IS_KNOWN | bits | of);
}

/** The class of a unit that is folded already. */
export function classOf(folded: number): number {
  if (folded === SKIPPED) return STEPPED_OVER;
  if (folded === 32) return BLANKS;
  if (folded === 39) return APOSTROPHE;
  if (folded >= 97 && folded <= 122) return FIRST_LETTER + folded - 97;
  return /[\p{L}\p{M}\p{N}]/u.test(String.fromCharCode(folded)) ? FIRST_LETTER + (folded % LETTERS) : OTHERS;
}
