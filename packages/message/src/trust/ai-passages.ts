import type { Place } from '../text/lexicon.js';
import { foldUnit, SKIPPED } from '../text/letters.js';
import type { AiInstruction, Sign } from './ai-intents.js';

/** How many weights the words have; three times a power of two. */
export const BUCKETS = 3 << 16;
/** What a passage may show beside its words: the classes of the lexicon, the signs of the rules, the forms of text. */
export const TRAITS = 30;

const LEXICON_TRAITS = 15;
const KINDS: readonly AiInstruction[] = [
  'override',
  'address',
  'prompt',
  'role',
  'secrecy',
  'exfiltration',
  'tool',
  'role marker',
];
const SIGN = new Map(KINDS.map((kind, index) => [kind, 1 << (LEXICON_TRAITS + index)]));
const SURE = 1 << 23;
const CODE = 1 << 24;
const LINK = 1 << 25;
const ADDRESS = 1 << 26;
const QUESTION = 1 << 27;
const SALUTATION = 1 << 28;
const QUOTED = 1 << 29;

/** A letter of a script without blanks counts as half a word. */
const WORD = 2;
const LONGEST = 44 * WORD;
/** A line that is longer was wrapped by a program: its end is not one of a sentence. */
const WRAPPED = 56;
const STEM = 5;
const MAX_LETTERS = 40;
const SEED = 0x811c9dc5 | 0;

const LETTER = 1;
const DIGIT = 2;
const JOINED = 3;
const END = 4;
const MARK = 5;
const SYLLABLE = 6;
const kinds = new Uint8Array(0x10000);

function kindOf(unit: number): number {
  const known = kinds[unit] ?? 0;
  if (known !== 0) return known - 1;
  const kind = kindOfNew(String.fromCharCode(unit));
  kinds[unit] = kind + 1;
  return kind;
}

function kindOfNew(character: string): number {
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

function mix(hash: number, value: number): number {
  return Math.imul(hash ^ value, 0x01000193);
}

function bucketOf(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  const even = once ^ (once >>> 13);
  return (even & 0xffff) + ((((even >>> 16) * 3) >>> 16) << 16);
}

/**
 * A text in pieces of a sentence or a line, each with the buckets of its words, of their stems, and of each two that
 * follow each other. It is used again for the next text, so that reading allocates next to nothing.
 */
export class Passages {
  /** How many pieces there are; the arrays hold one more, which is where they begin. */
  length = 0;
  buckets = new Int32Array(1 << 14);
  /** Of each piece: where its buckets end, how many halves of words came up to its end, and its traits. */
  ends = new Int32Array(1 << 10);
  sizes = new Int32Array(1 << 10);
  traits = new Int32Array(1 << 10);
  #count = 0;
  #size = 0;
  #before = 0;
  #last = 0;

  /** @param places the words of the lexicon, and the signs of the rules, each in their order */
  read(text: string, places: readonly Place[], signs: readonly Sign[]): this {
    this.#start();
    let [place, sign, lineAt, pieceAt, spoken] = [0, 0, 0, 0, 0];
    for (let at = 0; at < text.length;) {
      const unit = text.charCodeAt(at);
      const kind = kindOf(unit);
      for (let found = places[place]; found !== undefined && found.at <= at; found = places[(place += 1)]) {
        this.#show(found.is);
        this.#add(mix(mix(mix(SEED, 31), spoken), found.is));
        if (found.at - pieceAt < 3) this.#add(mix(mix(SEED, 37), found.is));
        spoken = found.is;
      }
      for (let found = signs[sign]; found !== undefined && found.at <= at; found = signs[(sign += 1)]) {
        if (found.weight >= 1) this.#show(SIGN.get(found.is) ?? 0);
        if (found.weight >= 2.5) this.#show(SURE);
      }
      if (kind === LETTER || kind === SYLLABLE) at = this.#word(text, at, kind);
      else if (kind === JOINED) at = this.#joined(unit, at);
      else if (kind === DIGIT) at = this.#number(text, at);
      else if (kind === MARK) at = this.#mark(text, unit, at);
      else at += 1;
      const isEnd = kind === END && endsAt(text, at - 1, unit, lineAt);
      if (unit === 10) lineAt = at;
      if (unit === 63) this.#show(QUESTION);
      if (isEnd || this.#size - (this.sizes[this.length] ?? 0) >= LONGEST) {
        if (unit === 10 && /[,،，:：]/.test(text[at - 2] ?? '')) this.#show(SALUTATION);
        if (this.#end()) [pieceAt, spoken] = [at, 0];
      }
    }
    this.#end();
    return this;
  }

  #start(): void {
    [this.length, this.#count, this.#size, this.#before, this.#last] = [0, 0, 0, 1, 1];
    this.ends[0] = this.sizes[0] = this.traits[0] = 0;
    this.traits[1] = 0;
  }

  #show(trait: number): void {
    this.traits[this.length + 1] = (this.traits[this.length + 1] ?? 0) | trait;
  }

  #end(): boolean {
    if (this.#size === this.sizes[this.length]) return false;
    this.length += 1;
    if (this.length + 2 > this.ends.length) {
      [this.ends, this.sizes, this.traits] = [larger(this.ends), larger(this.sizes), larger(this.traits)];
    }
    this.ends[this.length] = this.#count;
    this.sizes[this.length] = this.#size;
    this.traits[this.length + 1] = 0;
    return true;
  }

  #add(hash: number): void {
    if (this.#count === this.buckets.length) this.buckets = larger(this.buckets);
    this.buckets[this.#count++] = bucketOf(hash);
  }

  #word(text: string, from: number, kind: number): number {
    let [hash, stem, letters, at] = [SEED, 0, 0, from];
    const length = kind === SYLLABLE ? 2 : STEM;
    for (; at < text.length && letters < MAX_LETTERS; at++) {
      const unit = text.charCodeAt(at);
      const next = kindOf(unit);
      if (next !== LETTER && next !== SYLLABLE) {
        if (foldUnit(unit) === SKIPPED) continue;
        break;
      }
      const folded = foldUnit(unit);
      if (folded === SKIPPED) continue;
      hash = mix(hash, folded);
      letters += 1;
      if (letters === length) stem = hash;
    }
    if (stem === 0) stem = hash;
    this.#add(mix(hash, 1));
    if (stem !== hash) this.#add(mix(stem, 2));
    this.#pair(stem, WORD);
    return at;
  }

  #joined(unit: number, at: number): number {
    const letter = mix(SEED, foldUnit(unit));
    this.#add(mix(mix(mix(this.#before, this.#last), letter), 7));
    this.#pair(letter, 1);
    return at + 1;
  }

  #number(text: string, from: number): number {
    let at = from + 1;
    while (at < text.length && kindOf(text.charCodeAt(at)) === DIGIT) at += 1;
    this.#pair(mix(SEED, 48), WORD);
    return at;
  }

  #mark(text: string, unit: number, at: number): number {
    if (unit === 64) this.#show(ADDRESS);
    else if (unit === 58 && text.startsWith('//', at + 1)) this.#show(LINK);
    else if (unit === 34 || unit > 127) this.#show(QUOTED);
    else if (unit === 123 || unit === 60 || unit === 91) this.#show(CODE);
    this.#add(mix(mix(this.#last, unit), 9));
    return at + 1;
  }

  /** A word after the one before it. */
  #pair(stem: number, size: number): void {
    this.#add(mix(mix(this.#last, stem), 3));
    this.#before = this.#last;
    this.#last = stem;
    this.#size += size;
  }
}

function endsAt(text: string, at: number, unit: number, lineAt: number): boolean {
  if (unit === 10) return at - lineAt < WRAPPED || text.charCodeAt(at + 1) === 10;
  return unit !== 46 || !(kindOf(text.charCodeAt(at + 1)) === LETTER || kindOf(text.charCodeAt(at + 1)) === DIGIT);
}

function larger(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(array.length * 2);
  copy.set(array);
  return copy;
}
