import { foldedLetters, foldUnit, letterKind, NO_LETTER, SKIPPED, SPACED } from './letters.js';

/** A word that was found: the bits of its classes, and where it stands. */
export type Place = { readonly is: number; readonly at: number; readonly end: number };

/** How many marks and blanks beyond the first a word may hold; beyond that it was written to be slow to read. */
const MAX_STEPPED_OVER = 12;
/** The slots of a node: a to z, the blank and the apostrophe; everything else is looked up by node and unit. */
const SLOTS = 28;
const BLANK = 32;
/** The node behind which the words begin that may stand inside another. */
const INSIDE = 1;
const MOST_NODES = 0xffff;

/**
 * Units fall into few classes: each letter from a to z has its own, which other letters of words share, and what no word
 * holds has one. So has what a comparison steps over.
 */
const STEPPED_OVER = 0;
const FIRST_LETTER = 1;
const LETTERS = 26;
const BLANKS = 27;
const APOSTROPHE = 28;
const IN_NO_WORD = 29;
const CLASS_BITS = 5;
const CLASS = (1 << CLASS_BITS) - 1;
/** What is known of a unit: its class, the kind of letter above that, and a bit that says that it was looked at. */
const KIND = CLASS_BITS;
const LOOKED_AT = 1 << 7;
/** So many units tell nearly all of a text from the beginnings of words. */
const BEGINNING = 4;
const BEGINNINGS = 1 << (BEGINNING * CLASS_BITS);
/** Two letters of spaced scripts in a row, by their kinds. */
const BOTH_SPACED = (SPACED << 2) | SPACED;

/**
 * Finds words of many languages in one pass. A word matches where a word begins and ends; with `*` behind it, also
 * where it goes on, and with `*` in front, also inside another. In scripts that join words it matches anywhere. The
 * longest word at a position counts alone. Takes time linear in the text, since words are short.
 */
export class Lexicon {
  #next = new Uint16Array(SLOTS * 1024);
  readonly #wide = new Map<number, number>();
  readonly #wideUnits = new Set<number>();
  readonly #whole: number[] = [0, 0];
  readonly #open: number[] = [0, 0];
  /** What is known of each unit as it is written; zero was not looked at yet. */
  readonly #units = new Uint8Array(0x10000);
  /** A bit for each four classes with which a word may begin, where words begin and inside of them. */
  readonly #starts = new Uint32Array(BEGINNINGS / 32);
  readonly #insides = new Uint32Array(BEGINNINGS / 32);

  /** @param words lists of words, separated by commas, by the bits of their classes */
  constructor(words: Iterable<readonly [is: number, list: string]>) {
    for (const [is, list] of words) {
      for (const word of list.split(/[,\n]/)) if (/\S/.test(word)) this.#add(word.trim(), is);
    }
  }

  /** Returns the words between two positions, in their order; words may overlap. */
  find(text: string, from = 0, to = text.length): Place[] {
    const places: Place[] = [];
    const [starts, insides] = [this.#starts, this.#insides];
    // The classes of the next four units, and the kinds of these and of the one before them.
    let beginning = 0;
    let kinds = from === 0 ? NO_LETTER : letterKind(text.charCodeAt(from - 1));
    for (let ahead = from; ahead < to + BEGINNING - 1; ahead++) {
      const looked = ahead < text.length ? this.#look(text.charCodeAt(ahead)) : IN_NO_WORD;
      beginning = ((beginning << CLASS_BITS) | (looked & CLASS)) & (BEGINNINGS - 1);
      kinds = ((kinds << 2) | ((looked >> KIND) & 3)) & 0x3ff;
      const at = ahead - BEGINNING + 1;
      if (at < from) continue;
      const isInside = kinds >> (2 * (BEGINNING - 1)) === BOTH_SPACED;
      const known = (isInside ? insides : starts)[beginning >> CLASS_BITS] ?? 0;
      if (((known >>> (beginning & CLASS)) & 1) !== 0) this.#match(text, at, isInside ? INSIDE : 0, places);
    }
    return places;
  }

  #look(unit: number): number {
    const known = this.#units[unit] ?? 0;
    return known === 0 ? this.#lookAnew(unit) : known;
  }

  #lookAnew(unit: number): number {
    const folded = foldUnit(unit);
    const isInWord = folded === SKIPPED || slotOf(folded) !== -1 || this.#wideUnits.has(folded);
    const looked = LOOKED_AT | (letterKind(unit) << KIND) | (isInWord ? classOf(folded) : IN_NO_WORD);
    this.#units[unit] = looked;
    return looked;
  }

  #match(text: string, at: number, root: number, places: Place[]): void {
    const first = text.charCodeAt(at);
    if (first <= BLANK) return;
    let node = this.#step(root, foldUnit(first));
    if (node === 0) return;
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
    this.#expect(root === INSIDE ? this.#insides : this.#starts, word);
    for (let i = 0; i < word.length; i++) {
      const unit = word.charCodeAt(i);
      const known = this.#step(node, unit);
      node = known === 0 ? this.#grow(node, unit) : known;
    }
    const masks = isOpen ? this.#open : this.#whole;
    masks[node] = (masks[node] ?? 0) | is;
  }

  /** Makes known how a word may begin; between its units, a text may hold what a comparison steps over. */
  #expect(table: Uint32Array, word: string): void {
    let classes = 0;
    for (let depth = 0; depth < BEGINNING && depth < word.length; depth++) {
      const behind = classes << CLASS_BITS;
      if (depth > 0) expectAll(table, behind | STEPPED_OVER, depth + 1);
      if (word.charCodeAt(depth - 1) === BLANK) expectAll(table, behind | BLANKS, depth + 1);
      classes = behind | classOf(word.charCodeAt(depth));
    }
    expectAll(table, classes, Math.min(word.length, BEGINNING));
  }

  #grow(node: number, unit: number): number {
    const child = this.#whole.length;
    if (child >= MOST_NODES) throw new RangeError('A lexicon holds fewer than 65,535 nodes.');
    this.#whole.push(0);
    this.#open.push(0);
    if ((child + 1) * SLOTS > this.#next.length) {
      const larger = new Uint16Array(this.#next.length * 2);
      larger.set(this.#next);
      this.#next = larger;
    }
    const slot = slotOf(unit);
    if (slot === -1) {
      this.#wide.set(node * 0x10000 + unit, child);
      this.#wideUnits.add(unit);
    } else this.#next[node * SLOTS + slot] = child;
    return child;
  }
}

/** The class of a unit that words hold. */
function classOf(folded: number): number {
  if (folded === SKIPPED) return STEPPED_OVER;
  if (folded === BLANK) return BLANKS;
  const slot = slotOf(folded);
  return slot === -1 ? FIRST_LETTER + (folded % LETTERS) : slot < LETTERS ? FIRST_LETTER + slot : APOSTROPHE;
}

/** Sets the bits of all beginnings that begin with some classes. */
function expectAll(table: Uint32Array, classes: number, depth: number): void {
  const bits = CLASS_BITS * (BEGINNING - depth);
  if (depth === BEGINNING)
    table[classes >> CLASS_BITS] = (table[classes >> CLASS_BITS] ?? 0) | (1 << (classes & CLASS));
  else table.fill(0xffffffff, (classes << bits) >> CLASS_BITS, ((classes + 1) << bits) >> CLASS_BITS);
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
