import { foldedLetters, foldUnit, letterKind, NO_LETTER, SKIPPED, SPACED } from './letters.js';

/** A word that was found: the bits of its classes, and where it stands. */
export type Place = { readonly is: number; readonly at: number; readonly end: number };

/** How many marks and blanks beyond the first a word may hold; beyond that it was written to be slow to read. */
const MAX_STEPPED_OVER = 12;
/** The slots of a node: a to z, the blank and the apostrophe; everything else is looked up by node and unit. */
const SLOTS = 28;
const BLANK = 32;
const INSIDE = 1;
/** No word begins with it. */
const NOTHING = 0xffff;
const LETTERS = 26;
/** Whether a word may begin with three letters: not looked at yet, or known. */
const UNKNOWN = 0;
const MAY = 1;
const CAN_NOT = 2;

/**
 * Finds words of many languages in one pass. A word matches where a word begins and ends; with `*` behind it, also
 * where it goes on, and with `*` in front, also inside another. In scripts that join words it matches anywhere. The
 * longest word at a position counts alone. Takes time linear in the text, since words are short.
 */
export class Lexicon {
  #next = new Uint16Array(SLOTS * 1024);
  readonly #wide = new Map<number, number>();
  readonly #whole: number[] = [0, 0];
  readonly #open: number[] = [0, 0];
  /** The nodes behind the first unit of a word, by that unit as it is written; zero was not looked at yet. */
  readonly #first = [new Uint16Array(0x10000), new Uint16Array(0x10000)] as const;
  /** Whether words begin with three letters from a to z, which spares most words of a text a closer look. */
  readonly #beginnings = new Uint8Array(LETTERS ** 3);

  /** @param words lists of words, separated by commas, by the bits of their classes */
  constructor(words: Iterable<readonly [is: number, list: string]>) {
    for (const [is, list] of words) {
      for (const word of list.split(/[,\n]/)) if (/\S/.test(word)) this.#add(word.trim(), is);
    }
  }

  /** Returns the words between two positions, in their order; words may overlap. */
  find(text: string, from = 0, to = text.length): Place[] {
    const places: Place[] = [];
    const [starts, insides] = this.#first;
    let before = from === 0 ? NO_LETTER : letterKind(text.charCodeAt(from - 1));
    for (let at = from; at < to; at++) {
      const unit = text.charCodeAt(at);
      const kind = unit >= 97 && unit <= 122 ? SPACED : letterKind(unit);
      const isInside = before === SPACED && kind === SPACED;
      before = kind;
      const known = (isInside ? insides : starts)[unit] ?? 0;
      const node = known === 0 ? this.#firstOf(unit, isInside) : known;
      if (node !== NOTHING && (isInside || this.#mayBegin(text, at, node))) this.#match(text, at, node, places);
    }
    return places;
  }

  #mayBegin(text: string, at: number, node: number): boolean {
    const first = letterOf(text.charCodeAt(at));
    const second = letterOf(text.charCodeAt(at + 1));
    const third = letterOf(text.charCodeAt(at + 2));
    // Past the end of the text there are none.
    if (!(first >= 0 && second >= 0 && third >= 0)) return true;
    const index = (first * LETTERS + second) * LETTERS + third;
    const known = this.#beginnings[index];
    if (known !== UNKNOWN) return known === MAY;
    const may = this.#goesOn(node, second, third);
    this.#beginnings[index] = may ? MAY : CAN_NOT;
    return may;
  }

  /** Whether a word ends with the first or the second letter, or goes on with all three. */
  #goesOn(node: number, second: number, third: number): boolean {
    if (this.#ends(node)) return true;
    const next = this.#next[node * SLOTS + second] ?? 0;
    return next !== 0 && (this.#ends(next) || (this.#next[next * SLOTS + third] ?? 0) !== 0);
  }

  #ends(node: number): boolean {
    return (this.#open[node] ?? 0) !== 0 || (this.#whole[node] ?? 0) !== 0;
  }

  #firstOf(unit: number, isInside: boolean): number {
    const folded = foldUnit(unit);
    const next = unit <= BLANK || folded === SKIPPED ? 0 : this.#step(isInside ? INSIDE : 0, folded);
    this.#first[isInside ? 1 : 0][unit] = next === 0 ? NOTHING : next;
    return next === 0 ? NOTHING : next;
  }

  #match(text: string, at: number, first: number, places: Place[]): void {
    let node = first;
    let is = 0;
    let end = at;
    let stepped = 0;
    let last = 0;
    for (let i = at; ;) {
      const open = this.#open[node] ?? 0;
      const whole = this.#whole[node] ?? 0;
      if (open !== 0 || whole !== 0) {
        const found = whole === 0 || goesOn(text, i) ? open : open | whole;
        if (found !== 0) [is, end] = [found, i + 1];
      }
      let unit = SKIPPED;
      for (i++; i < text.length; i++) {
        unit = foldUnit(text.charCodeAt(i));
        if (unit !== SKIPPED && !(unit === BLANK && last === BLANK)) break;
        if (++stepped > MAX_STEPPED_OVER) break;
      }
      if (i >= text.length || stepped > MAX_STEPPED_OVER) break;
      node = this.#step(node, unit);
      if (node === 0) break;
      last = unit;
    }
    if (is !== 0) places.push({ is, at, end });
  }

  #step(node: number, unit: number): number {
    const slot = slotOf(unit);
    return slot === -1 ? (this.#wide.get(node * 0x10000 + unit) ?? 0) : (this.#next[node * SLOTS + slot] ?? 0);
  }

  #add(word: string, is: number): void {
    const isOpen = word.endsWith('*');
    const bare = foldedLetters(word.replace(/^\*|\*$/g, ''));
    this.#insert(0, bare, is, isOpen);
    if (word.startsWith('*')) this.#insert(INSIDE, bare, is, isOpen);
  }

  #insert(root: number, word: string, is: number, isOpen: boolean): void {
    let node = root;
    for (let i = 0; i < word.length; i++) {
      const unit = word.charCodeAt(i);
      const known = this.#step(node, unit);
      node = known === 0 ? this.#grow(node, unit) : known;
    }
    const masks = isOpen ? this.#open : this.#whole;
    masks[node] = (masks[node] ?? 0) | is;
  }

  #grow(node: number, unit: number): number {
    const child = this.#whole.length;
    if (child >= NOTHING) throw new RangeError('A lexicon holds fewer than 65,535 nodes.');
    this.#whole.push(0);
    this.#open.push(0);
    if ((child + 1) * SLOTS > this.#next.length) {
      const larger = new Uint16Array(this.#next.length * 2);
      larger.set(this.#next);
      this.#next = larger;
    }
    const slot = slotOf(unit);
    if (slot === -1) this.#wide.set(node * 0x10000 + unit, child);
    else this.#next[node * SLOTS + slot] = child;
    return child;
  }
}

/** 0 to 25 for a letter from a to z of either case; else less than 0, or not a number. */
function letterOf(unit: number): number {
  const small = unit | 32;
  return small >= 97 && small <= 122 && unit < 128 ? small - 97 : -1;
}

function slotOf(unit: number): number {
  if (unit >= 97 && unit <= 122) return unit - 97;
  return unit === BLANK ? 26 : unit === 39 ? 27 : -1;
}

/** Whether the word goes on behind the unit; in scripts that join words, it never does. */
function goesOn(text: string, at: number): boolean {
  if (letterKind(text.charCodeAt(at)) !== SPACED) return false;
  for (let i = at + 1; i <= at + MAX_STEPPED_OVER; i++) {
    if (foldUnit(text.charCodeAt(i)) !== SKIPPED) return letterKind(text.charCodeAt(i)) === SPACED;
  }
  return false;
}
