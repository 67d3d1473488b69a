import { foldedLetters } from './letters.js';
import { unitsOf } from './text-units.js';
import * as unitClasses from './unit-classes.js';
import { WordTree, type Word } from './word-tree.js';

/** A word that was found: the bits of its classes, and where it stands. */
export type Place = { readonly is: number; readonly at: number; readonly end: number };

// What a module imports is read anew at each use, what is its own is a constant: a fifth of the time of `find`.
const { BLANKS, CLASS, CLASS_BITS, classify, classOf, IS_SPACED, STEPPED_OVER } = unitClasses;

/** So many units tell most of a text from the beginnings of words. */
const BEGINNING = 3;
const BEGINNINGS = 1 << (BEGINNING * CLASS_BITS);
/** A number of the table has the bits of so many beginnings, as a power of two. */
const BITS = 5;
const INSIDE = BEGINNINGS >> BITS;
const BLANK = 32;

/**
 * Finds words of many languages in one pass. A word matches where a word begins and ends; with `*` behind it, also
 * where it goes on, and with `*` in front, also inside another. In scripts that join words it matches anywhere. The
 * longest word at a position counts alone. Takes time linear in the text, since words are short.
 */
export class Lexicon {
  readonly #tree: WordTree;
  /** A bit for each three classes with which a word may begin, where words begin, and behind these inside of them. */
  readonly #beginnings = new Int32Array(2 * INSIDE);

  /** @param lists lists of words, separated by commas, by the bits of their classes */
  constructor(lists: Iterable<readonly [is: number, list: string]>) {
    const words = [...lists].flatMap(([is, list]) => list.split(/[,\n]/).flatMap((text) => wordOf(text.trim(), is)));
    this.#tree = new WordTree(words);
    for (const { folded, isInside } of words) {
      this.#expect(0, folded);
      if (isInside) this.#expect(INSIDE, folded);
    }
  }

  /** Returns the words between two positions, in their order; words may overlap. */
  find(text: string, from = 0, to = text.length): Place[] {
    const places: Place[] = [];
    const units = unitsOf(text);
    const [tree, beginnings] = [this.#tree, this.#beginnings];
    let wasSpaced = from === 0 ? 0 : classify(units[from - 1] ?? 0) & IS_SPACED;
    let own = classify(units[from] ?? 0);
    let next = classify(units[from + 1] ?? 0);
    let beginning = ((own & CLASS) << CLASS_BITS) | (next & CLASS);
    for (let at = from; at < to; at++) {
      const third = classify(units[at + 2] ?? 0);
      beginning = ((beginning << CLASS_BITS) | (third & CLASS)) & (BEGINNINGS - 1);
      const isInside = wasSpaced & own & IS_SPACED;
      wasSpaced = own & IS_SPACED;
      [own, next] = [next, third];
      const bits = beginnings[(isInside === 0 ? 0 : INSIDE) + (beginning >> BITS)] ?? 0;
      if (((bits >>> (beginning & 31)) & 1) === 0 || (units[at] ?? 0) <= BLANK) continue;
      const is = tree.longest(units, text.length, at, isInside !== 0);
      if (is !== 0) places.push({ is, at, end: tree.end });
    }
    return places;
  }

  /** Makes known how a word may begin; between its units, a text may hold what a comparison steps over. */
  #expect(table: number, word: string): void {
    let classes = 0;
    for (let depth = 0; depth < BEGINNING && depth < word.length; depth++) {
      const behind = classes << CLASS_BITS;
      if (depth > 0) this.#expectAll(table, behind | STEPPED_OVER, depth + 1);
      if (word.charCodeAt(depth - 1) === BLANK) this.#expectAll(table, behind | BLANKS, depth + 1);
      classes = behind | classOf(word.charCodeAt(depth));
    }
    this.#expectAll(table, classes, Math.min(word.length, BEGINNING));
  }

  /** Sets the bits of all beginnings that begin with some classes. */
  #expectAll(table: number, classes: number, depth: number): void {
    const step = 1 << (CLASS_BITS * (BEGINNING - depth));
    const beginnings = this.#beginnings;
    for (let one = classes * step; one < (classes + 1) * step; one++) {
      const at = table + (one >> BITS);
      beginnings[at] = (beginnings[at] ?? 0) | (1 << (one & 31));
    }
  }
}

function wordOf(text: string, is: number): Word[] {
  if (text === '') return [];
  const folded = foldedLetters(text.replace(/^\*|\*$/g, ''));
  return [{ folded, is, isOpen: text.endsWith('*'), isInside: text.startsWith('*') }];
}
