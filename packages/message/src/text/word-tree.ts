import * as unitClasses from './unit-classes.js';

// Constants of its own, which are faster to read than what is imported (see `Lexicon`).
const { BLANKS, CLASS, classify, classOf, FOLDED, IS_EXACT, IS_SPACED, STEPPED_OVER } = unitClasses;

/** A folded word: the bits of its classes, whether it may go on, and whether it may stand inside another. */
export type Word = {
  readonly folded: string;
  readonly is: number;
  readonly isOpen: boolean;
  readonly isInside: boolean;
};

/** How many marks and blanks beyond the first a word may hold; beyond that it was written to be slow to read. */
const MAX_STEPPED_OVER = 12;
const MOST_NODES = 0xffff;
/** The roots: of all words, and of those that may stand inside another. */
const [ROOT, INSIDE] = [0, 1];
/** Bits of a node beside those of its children's classes: a word ends here, and it has children of inexact classes. */
const IS_END = 1 << 30;
const IS_WIDE = 1 << 31;

/** Words that begin alike, from one to another in the order of their letters, and how long their beginning is. */
type Stretch = { readonly words: readonly Word[]; readonly from: number; readonly to: number; readonly depth: number };

/**
 * Words as a tree of their letters, in few and small tables, since a parser has little of the processor's cache for
 * itself. The children of a node stand in a row: first those whose classes are exact, found by counting the bits of the
 * classes before theirs, then the others, found by node and unit.
 */
export class WordTree {
  #children = new Int32Array(1 << 10);
  #first = new Uint16Array(1 << 10);
  #whole = new Int32Array(1 << 10);
  #open = new Int32Array(1 << 10);
  readonly #wide = new Map<number, number>();
  /** Behind the last unit of the word that `longest` found. */
  end = 0;

  constructor(words: readonly Word[]) {
    const sorted = [...words].sort((a, b) => (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : 0));
    const inside = sorted.filter(({ isInside }) => isInside);
    const nodes: Stretch[] = [sorted, inside].map((some) => ({ words: some, from: 0, to: some.length, depth: 0 }));
    for (let node = 0; node < nodes.length; node++) this.#addNode(nodes, node);
  }

  /** The classes of the longest word that begins at a position, or 0; see `end`. */
  longest(units: Uint16Array, length: number, at: number, isInside: boolean): number {
    let node = isInside ? INSIDE : ROOT;
    let children = this.#children[node] ?? 0;
    let [is, stepped, last] = [0, 0, 0];
    for (let i = at; i < length; i++) {
      const looked = classify(units[i] ?? 0);
      const of = looked & CLASS;
      if (of === STEPPED_OVER || (of === BLANKS && last === BLANKS)) {
        if (i === at || ++stepped > MAX_STEPPED_OVER) break;
        continue;
      }
      if ((looked & IS_EXACT) === 0) {
        node = children < 0 ? (this.#wide.get(keyOf(node, looked >>> FOLDED)) ?? 0) : 0;
        if (node === 0) break;
      } else {
        const own = 1 << of;
        if ((children & own) === 0) break;
        node = (this.#first[node] ?? 0) + bitsIn(children & (own - 1));
      }
      children = this.#children[node] ?? 0;
      last = of;
      if ((children & IS_END) === 0) continue;
      const found = this.#endingAt(node, units, i);
      if (found !== 0) [is, this.end] = [found, i + 1];
    }
    return is;
  }

  #endingAt(node: number, units: Uint16Array, at: number): number {
    const [whole, open] = [this.#whole[node] ?? 0, this.#open[node] ?? 0];
    return whole === 0 || goesOn(units, at) ? open : open | whole;
  }

  /** Fills in one of the nodes, and puts its children behind all that there are. */
  #addNode(nodes: Stretch[], node: number): void {
    if (nodes.length > MOST_NODES) throw new RangeError('A tree of words holds fewer than 65,535 nodes.');
    if (node === this.#first.length) this.#grow();
    const { words, from, to, depth } = nodes[node] as Stretch;
    let [behind, children] = [from, 0];
    for (; behind < to && words[behind]?.folded.length === depth; behind++) {
      const { is = 0, isOpen } = words[behind] ?? {};
      const masks = isOpen ? this.#open : this.#whole;
      masks[node] = (masks[node] ?? 0) | is;
      children |= IS_END;
    }
    this.#first[node] = nodes.length;
    const wide: Stretch[] = [];
    for (let at = behind; at < to; at = behind) {
      const unit = unitAt(words, at, depth);
      while (behind < to && unitAt(words, behind, depth) === unit) behind += 1;
      const child = { words, from: at, to: behind, depth: depth + 1 };
      if ((classify(unit) & IS_EXACT) === 0) wide.push(child);
      else {
        children |= 1 << classOf(unit);
        nodes.push(child);
      }
    }
    for (const child of wide) this.#wide.set(keyOf(node, unitAt(words, child.from, depth)), nodes.push(child) - 1);
    this.#children[node] = wide.length > 0 ? children | IS_WIDE : children;
  }

  #grow(): void {
    const larger = <Table extends Int32Array | Uint16Array>(table: Table, copy: Table) => (copy.set(table), copy);
    const length = 2 * this.#first.length;
    this.#children = larger(this.#children, new Int32Array(length));
    this.#first = larger(this.#first, new Uint16Array(length));
    this.#whole = larger(this.#whole, new Int32Array(length));
    this.#open = larger(this.#open, new Int32Array(length));
  }
}

const unitAt = (words: readonly Word[], at: number, depth: number) => words[at]?.folded.charCodeAt(depth) ?? 0;
const keyOf = (node: number, unit: number) => node * 0x10000 + unit;

function bitsIn(mask: number): number {
  const pairs = mask - ((mask >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Whether the word goes on behind the unit; in scripts that join words, it never does. */
function goesOn(units: Uint16Array, at: number): boolean {
  if ((classify(units[at] ?? 0) & IS_SPACED) === 0) return false;
  for (let i = at + 1; i <= at + MAX_STEPPED_OVER; i++) {
    const looked = classify(units[i] ?? 0);
    if ((looked & CLASS) !== STEPPED_OVER) return (looked & IS_SPACED) !== 0;
  }
  return false;
}
