import * as units from '../text/units.js';
import { WordRow } from '../text/word-row.js';
import type { Candidate } from './code-candidates.js';
import { type Feature, FEATURES, SHAPES } from './code-rules.js';
import { kindOf, showSigns } from './code-signs.js';

// What a module imports is read anew at each use, what is its own is a constant.
const { DIGIT, KIND, lookAt, mix, spread } = units;

/** How many weights there are. */
export const BUCKETS = 1 << 17;
/** How far around a candidate its words are read. */
const REACH = 160;
const MAX_BEFORE = 24;
const MAX_BEHIND = 24;
const MAX_SUBJECT = 24;
const MAX_SHOWN = 1 << 11;
/** A word at a place says more than the same word anywhere near. */
const ANYWHERE = 0.5;

const SHAPE_INDEX = new Map(Object.keys(SHAPES).map((shape, index) => [shape, index]));
const FEATURE_INDEX = new Map(FEATURES.map((feature, index) => [feature, index]));

/** What a bucket stands for. */
const [ONE, TWO, SHAPE, SIZE, BEFORE, BEFORE_PAIR, BEHIND, BEHIND_PAIR, NEAR, SUBJECT, SUBJECT_PAIR, PLACE] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
] as const;
const [OF_KIND, SIGN, LINE, LENGTH] = [13, 14, 15, 16] as const;
const MAX_NUMBERS = 4;
const MANY_NUMBERS = 15;

export type Standing = {
  readonly text: string;
  readonly subject: string;
  readonly features: ReadonlySet<Feature>;
  readonly source: string;
  readonly count: number;
};

/** What is seen around a candidate: buckets, each with how much it counts. It is used again for the next one. */
export class CodeContext {
  length = 0;
  readonly buckets = new Int32Array(MAX_SHOWN);
  readonly values = new Float64Array(MAX_SHOWN);
  readonly #words = new WordRow();
  readonly #subject = new WordRow();
  readonly #before = new Counts();
  readonly #behind = new Counts();
  #subjectText = '';

  read(candidate: Candidate, standing: Standing): this {
    this.length = 0;
    this.#showFeatures(candidate, standing);
    const { text, subject } = standing;
    const { at, end } = candidate;
    this.#showBefore(this.#words.read(text, Math.max(0, at - REACH), at));
    this.#before.count(this.#words, text, this.#words.lines);
    this.#showBehind(this.#words.read(text, end, Math.min(text.length, end + REACH)));
    this.#behind.count(this.#words, text, 0);
    if (this.#subjectText !== subject) this.#subject.read((this.#subjectText = subject), 0, subject.length);
    this.#showSubject(this.#subject);
    showSigns(candidate, text, (of, value) => this.#show(SIGN, mix(of, value)));
    this.#showLine(standing);
    return this;
  }

  #show(slot: number, value: number, weight = 1): void {
    if (this.length === MAX_SHOWN) return;
    this.buckets[this.length] = spread(mix(mix(0x811c9dc5 | 0, slot), value)) & (BUCKETS - 1);
    this.values[this.length] = weight;
    this.length += 1;
  }

  #showFeatures(candidate: Candidate, { features, source, count, text }: Standing): void {
    const { value, shape, at } = candidate;
    const all = [...features].map((feature) => FEATURE_INDEX.get(feature) ?? 0);
    for (const [index, one] of all.entries()) {
      this.#show(ONE, one);
      for (const other of all.slice(index + 1)) this.#show(TWO, Math.min(one, other) * 64 + Math.max(one, other), 0.5);
    }
    const kind = SHAPE_INDEX.get(shape) ?? 0;
    const ofKind = kindOf(candidate, kind) * 64;
    for (const one of all) this.#show(OF_KIND, ofKind + one, 0.5);
    const isAlone = features.has('alone') ? 1 : 0;
    this.#show(SHAPE, kind);
    this.#show(SHAPE, 64 + kind * 2 + isAlone);
    this.#show(SHAPE, 128 + kind * 32 + Math.min(31, value.length));
    this.#show(SIZE, (source === 'subject' ? 0 : 16) + Math.min(15, count));
    this.#show(PLACE, Math.min(7, 32 - Math.clz32(at >> 6)) * 2 + isAlone);
    this.#show(PLACE, 32 + Math.min(15, 32 - Math.clz32(text.length >> 5)));
  }

  /** The words before it, from the nearest: adjacent, near, in its line, in the line above, or anywhere. */
  #showBefore(words: WordRow): void {
    const last = words.length - 1;
    this.#show(BEFORE, mix(91, words.lastMark));
    this.#show(BEFORE, mix(mix(92, words.lastMark), words.whole[last] ?? 0));
    for (let word = last; word >= 0 && word > last - MAX_BEFORE; word--) {
      const place = placeOf(last - word, words.lines - (words.line[word] ?? 0));
      this.#showWord(words, word, BEFORE, place);
      if (place <= 3 || place === 5) this.#show(BEFORE_PAIR, mix(words.stem[word - 1] ?? 1, words.stem[word] ?? 0));
    }
  }

  #showBehind(words: WordRow): void {
    for (let word = 0; word < words.length && word < MAX_BEHIND; word++) {
      const place = placeOf(word, words.line[word] ?? 0);
      this.#showWord(words, word, BEHIND, place);
      if (place <= 3) this.#show(BEHIND_PAIR, mix(words.stem[word] ?? 0, words.stem[word + 1] ?? 1));
    }
    this.#show(BEHIND, mix(91, words.mark[0] ?? 0));
  }

  #showWord(words: WordRow, word: number, slot: number, place: number): void {
    const stem = words.stem[word] ?? 0;
    this.#show(slot, mix(stem, place));
    if (place <= 2) this.#show(slot, mix(mix(words.whole[word] ?? 0, words.mark[word] ?? 0), 16 + place));
    this.#show(NEAR, stem, ANYWHERE);
  }

  /** How many words and numbers stand in its line, and numbers near it. */
  #showLine({ features, count, text }: Standing): void {
    const isAlone = features.has('alone') ? 1 : 0;
    const [before, behind] = [this.#before, this.#behind];
    const numbers = [before, behind].map((side) => Math.min(MAX_NUMBERS, side.numbers)) as [number, number];
    const words = [before, behind].map((side) => rounded(side.words)) as [number, number];
    this.#show(LINE, numbers[0]);
    this.#show(LINE, 8 + numbers[1]);
    this.#show(LINE, 64 + numbers[0] * 16 + numbers[1] * 2 + isAlone);
    this.#show(LINE, 256 + words[0] * 8 + words[1]);
    this.#show(LINE, 1024 + mix(words[0] * 8 + words[1], numbers[0] * 8 + numbers[1]));
    this.#show(LENGTH, Math.min(MANY_NUMBERS, before.all + behind.all) * 2 + isAlone);
    this.#show(LENGTH, 64 + Math.min(MANY_NUMBERS, count) * 2 + isAlone);
    this.#show(LENGTH, 128 + Math.min(15, 32 - Math.clz32(text.length >> 5)) * 2 + isAlone);
  }

  #showSubject(words: WordRow): void {
    for (let word = 0; word < words.length && word < MAX_SUBJECT; word++) {
      this.#show(SUBJECT, words.stem[word] ?? 0, ANYWHERE);
      this.#show(SUBJECT_PAIR, mix(words.stem[word - 1] ?? 1, words.stem[word] ?? 0), ANYWHERE);
    }
  }
}

/** How many words and numbers a stretch has, in the line of the candidate and in all. */
class Counts {
  words = 0;
  numbers = 0;
  all = 0;

  count(row: WordRow, text: string, line: number): void {
    [this.words, this.numbers, this.all] = [0, 0, 0];
    for (let word = 0; word < row.length; word++) {
      const isNumber = (lookAt(text.charCodeAt(row.at[word] ?? 0)) & KIND) === DIGIT;
      if (isNumber) this.all += 1;
      if (row.line[word] !== line) continue;
      if (isNumber) this.numbers += 1;
      else this.words += 1;
    }
  }
}

/** Few words say more than how many they are. */
function rounded(words: number): number {
  if (words > 10) return 4;
  if (words > 5) return 3;
  return words > 2 ? 2 : Math.min(words, 1);
}

/** Where a word stands to a candidate, by how many words and lines are between. */
function placeOf(words: number, lines: number): number {
  if (lines === 0) return words === 0 ? 1 : words < 4 ? 2 : words < 9 ? 3 : 4;
  return lines === 1 ? 5 : 6;
}
