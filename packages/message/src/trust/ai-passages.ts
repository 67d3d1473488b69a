import { unitsOf } from '../text/text-units.js';
import * as units from '../text/units.js';
import { aiConcepts } from './ai-concepts.js';
import { mayQuote, open } from './ai-quotations.js';
import * as words from './ai-word.js';

// What a module imports is read anew at each use, what is its own is a constant.
const { DIGIT, END, FOLD, JOINED, KIND, LETTER, lookAt, looks, mix, SKIP, spread, SYLLABLE } = units;
const { bucketOf, letterOf, noWord, pairOf, readWord, SEED, stemAlone, threeOf } = words;

/** What a passage may show beside its words: the classes of the lexicon, the signs of the rules, and, last, forms of text. */
export const TRAITS = 30;

const CODE = 1 << 24;
const LINK = 1 << 25;
const ADDRESS = 1 << 26;
const QUESTION = 1 << 27;
const SALUTATION = 1 << 28;
const QUOTED = 1 << 29;

/** A letter of a script without blanks counts as half a word. */
const WORD = 2;
const LONGEST = 44 * WORD;
/** So many buckets a word has at most: three of its own, and four of what it means. */
const MOST_OF_WORD = 7;
const BLANK = 32;
/** A line that is longer was wrapped by a program: its end is not one of a sentence. */
const WRAPPED = 56;
/** What words mean is hashed apart from them. */
const MEANING = mix(SEED, 41);
const MEANINGS = mix(SEED, 43);
/** What is said in a quotation has weights of its own. */
export const IN_QUOTATION = 0x5bd1e995;

/**
 * A text in pieces of a sentence or a line, each with the buckets of its words, of their stems in any script, of each two
 * that follow each other, and of what its words mean, alone and beside the three meanings before it. It is used again for the
 * next text, so that reading allocates next to nothing.
 */
export class Passages {
  /** How many pieces there are; the arrays hold one more, which is where they begin. */
  length = 0;
  buckets = new Int32Array(1 << 14);
  /** Each piece has where its buckets end, how many halves of words came up to its end, and its traits. */
  ends = new Int32Array(1 << 10);
  sizes = new Int32Array(1 << 10);
  traits = new Int32Array(1 << 10);
  /** Where in the text each piece ends. */
  stops = new Int32Array(1 << 10);
  /** Whether there may be letters with blanks between them, or digits in the places of letters; of ASCII only. */
  isDisguised = false;
  /** The text stands in quotations from each of these units up to the other of its pair. */
  readonly quotedFrom: number[] = [];
  readonly quotedTo: number[] = [];
  private taken = 0;
  private halves = 0;
  private before = 0;
  private last = 0;
  private readonly opened = { next: 0, isClosed: false };
  private quoting = 0;
  private readonly reading = noWord();
  private readonly concepts = aiConcepts();
  /** The last meanings of this piece; 0 where it begins. */
  private meant = 0;
  private meantBefore = 0;
  private meantFirst = 0;

  read(text: string): this {
    this.start();
    const read = unitsOf(text);
    let [lineAt, pieceSize] = [0, 0];
    for (let at = 0; at < text.length;) {
      const looked = lookedAt(read, at);
      const kind = looked & KIND;
      if (at >= this.opened.next) this.quote(text, at, looked);
      if (kind === LETTER || kind === SYLLABLE) at = this.word(read, at, kind);
      else if (kind === 0 || kind === SKIP || kind === END) at += 1;
      else if (kind === JOINED) at = this.joined(looked, at);
      else if (kind === DIGIT) at = this.number(read, at);
      else at = this.mark(read, at);
      if (kind !== END && this.halves - pieceSize < LONGEST) continue;
      const unit = read[at - 1] ?? 0;
      const isEnd = kind === END && endsAt(read, at - 1, at - 1 - lineAt);
      if (unit === 10) lineAt = at;
      if (unit === 63) this.show(QUESTION);
      if (isEnd || kind !== END) {
        if (unit === 10 && /[,،，:：]/.test(text[at - 2] ?? '')) this.show(SALUTATION);
        if (this.end(at)) pieceSize = this.halves;
      }
    }
    this.end(text.length);
    return this;
  }

  /** Behind a quotation: whether another begins here. */
  private quote(text: string, at: number, looked: number): void {
    this.quoting = 0;
    if (!mayQuote((looked >>> FOLD) & 0xffff)) return;
    open(text, at, this.opened);
    if (!this.opened.isClosed) return;
    this.quoting = IN_QUOTATION;
    this.quotedFrom.push(at);
    this.quotedTo.push(this.opened.next);
  }

  private start(): void {
    this.opened.next = this.quoting = this.meant = this.meantBefore = this.meantFirst = 0;
    [this.length, this.taken, this.halves, this.before, this.last] = [0, 0, 0, 1, 1];
    this.ends[0] = this.sizes[0] = this.traits[0] = this.stops[0] = 0;
    this.isDisguised = false;
    this.traits[1] = this.quotedFrom.length = this.quotedTo.length = 0;
  }

  private show(trait: number): void {
    this.traits[this.length + 1] = (this.traits[this.length + 1] ?? 0) | trait;
  }

  private end(at: number): boolean {
    if (this.halves === this.sizes[this.length]) return false;
    this.length += 1;
    this.meant = this.meantBefore = this.meantFirst = 0;
    if (this.length + 2 > this.ends.length) {
      [this.ends, this.sizes, this.traits] = [larger(this.ends), larger(this.sizes), larger(this.traits)];
      this.stops = larger(this.stops);
    }
    this.stops[this.length] = at;
    this.ends[this.length] = this.taken;
    this.sizes[this.length] = this.halves;
    this.traits[this.length + 1] = 0;
    return true;
  }

  /**
   * Puts further buckets behind those of the pieces.
   *
   * @param ends for each piece, and one before the first, where its further buckets end
   */
  insert(further: readonly number[], ends: readonly number[]): void {
    const total = (this.ends[this.length] ?? 0) + further.length;
    while (total > this.buckets.length) this.buckets = larger(this.buckets);
    const { buckets } = this;
    for (let piece = this.length; piece > 0; piece--) {
      const [from, to] = [ends[piece - 1] ?? 0, ends[piece] ?? 0];
      const end = this.ends[piece] ?? 0;
      buckets.copyWithin((this.ends[piece - 1] ?? 0) + from, this.ends[piece - 1] ?? 0, end);
      for (let i = from; i < to; i++) buckets[end + i] = further[i] ?? 0;
      this.ends[piece] = end + to;
    }
  }

  private add(hash: number): void {
    this.room()[this.taken++] = bucketOf(spread(hash), this.quoting);
  }

  /** The buckets, with room for all that one word shows. */
  private room(): Int32Array {
    if (this.taken + MOST_OF_WORD > this.buckets.length) this.buckets = larger(this.buckets);
    return this.buckets;
  }

  private word(text: Uint16Array, from: number, kind: number): number {
    const { reading, concepts, quoting } = this;
    readWord(text, from, kind, reading);
    if (reading.end - from < 3 && standsApart(text, from)) this.isDisguised = true;
    const { stem } = reading;
    const whole = spread(reading.whole);
    const alone = spread(stemAlone(stem));
    const pair = spread(pairOf(this.last, stem));
    const buckets = this.room();
    let { taken } = this;
    buckets[taken++] = bucketOf(whole, quoting);
    if (reading.isTold) buckets[taken++] = bucketOf(alone, quoting);
    buckets[taken++] = bucketOf(pair, quoting);
    this.taken = taken;
    const meaning = concepts.of(pair) || concepts.of(whole) || concepts.of(alone);
    if (meaning !== 0) this.mean(meaning);
    this.goOn(stem, WORD);
    return reading.end;
  }

  private joined(looked: number, at: number): number {
    const letter = letterOf(looked);
    const three = spread(threeOf(this.before, this.last, letter));
    const pair = spread(pairOf(this.last, letter));
    const buckets = this.room();
    buckets[this.taken++] = bucketOf(three, this.quoting);
    buckets[this.taken++] = bucketOf(pair, this.quoting);
    const meaning = this.concepts.of(three) || this.concepts.of(pair);
    if (meaning !== 0) this.mean(meaning);
    this.goOn(letter, 1);
    return at + 1;
  }

  /** Meanings stand in any order, since languages differ in theirs. */
  private mean(meaning: number): void {
    const { meant, meantBefore, meantFirst, quoting } = this;
    const { buckets } = this;
    let { taken } = this;
    buckets[taken++] = bucketOf(spread(mix(MEANING, meaning)), quoting);
    if (meaning !== meant) {
      buckets[taken++] = bucketOf(spread(besides(meaning, meant)), quoting);
      buckets[taken++] = bucketOf(spread(besides(meaning, meantBefore)), quoting);
      buckets[taken++] = bucketOf(spread(besides(meaning, meantFirst)), quoting);
      this.meantFirst = meantBefore;
      this.meantBefore = meant;
      this.meant = meaning;
    }
    this.taken = taken;
  }

  private number(text: Uint16Array, from: number): number {
    let at = from + 1;
    while ((lookedAt(text, at) & KIND) === DIGIT) at += 1;
    if (at === from + 1 && isSmall(text[from - 1]) && isSmall(text[at])) this.isDisguised = true;
    const number = mix(SEED, 48);
    this.add(pairOf(this.last, number));
    this.goOn(number, WORD);
    return at;
  }

  /** What was read is what stands before the next word. */
  private goOn(stem: number, size: number): void {
    this.before = this.last;
    this.last = stem;
    this.halves += size;
  }

  private mark(text: Uint16Array, at: number): number {
    const unit = text[at] ?? 0;
    // A line that is drawn of marks says no more than one of them.
    if (at > 0 && text[at - 1] === unit) return at + 1;
    if (unit === 64) this.show(ADDRESS);
    else if (unit === 58 && text[at + 1] === 47 && text[at + 2] === 47) this.show(LINK);
    else if (unit === 34 || unit > 127) this.show(QUOTED);
    else if (unit === 123 || unit === 60 || unit === 91) this.show(CODE);
    this.add(mix(mix(this.last, unit), 9));
    return at + 1;
  }
}

/** Whether a letter and the one before it are words of their own. */
function standsApart(text: Uint16Array, at: number): boolean {
  return text[at - 1] === BLANK && text[at - 3] === BLANK && !isSmall(text[at + 1]);
}

const isSmall = (unit = 0) => unit >= 97 && unit <= 122;

/** What `lookAt` says of a unit of a text. */
function lookedAt(text: Uint16Array, at: number): number {
  const unit = text[at] ?? 0;
  return (looks[unit] ?? 0) || lookAt(unit);
}

/** Two meanings, whichever comes first. */
function besides(one: number, other: number): number {
  return mix(MEANINGS, one < other ? (one << 8) | other : (other << 8) | one);
}

function endsAt(text: Uint16Array, at: number, length: number): boolean {
  const unit = text[at] ?? 0;
  if (unit === 10) return length < WRAPPED || text[at + 1] === 10;
  if (unit !== 46) return true;
  const next = lookedAt(text, at + 1) & KIND;
  return next !== LETTER && next !== DIGIT;
}

function larger(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(array.length * 2);
  copy.set(array);
  return copy;
}
