import { mix, spread } from '../text/units.js';
import { WordRow } from '../text/word-row.js';
import type { Candidate } from './code-candidates.js';
import { type Feature, FEATURES, SHAPES } from './code-rules.js';

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
  #subjectText = '';

  read(candidate: Candidate, standing: Standing): this {
    this.length = 0;
    this.#showFeatures(candidate, standing);
    const { text, subject } = standing;
    const { at, end } = candidate;
    this.#showBefore(this.#words.read(text, Math.max(0, at - REACH), at));
    this.#showBehind(this.#words.read(text, end, Math.min(text.length, end + REACH)));
    if (this.#subjectText !== subject) this.#subject.read((this.#subjectText = subject), 0, subject.length);
    this.#showSubject(this.#subject);
    return this;
  }

  #show(slot: number, value: number, weight = 1): void {
    if (this.length === MAX_SHOWN) return;
    this.buckets[this.length] = spread(mix(mix(0x811c9dc5 | 0, slot), value)) & (BUCKETS - 1);
    this.values[this.length] = weight;
    this.length += 1;
  }

  #showFeatures({ value, shape, at }: Candidate, { features, source, count, text }: Standing): void {
    const all = [...features].map((feature) => FEATURE_INDEX.get(feature) ?? 0);
    for (const [index, one] of all.entries()) {
      this.#show(ONE, one);
      for (const other of all.slice(index + 1)) this.#show(TWO, Math.min(one, other) * 64 + Math.max(one, other), 0.5);
    }
    const kind = SHAPE_INDEX.get(shape) ?? 0;
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

  #showSubject(words: WordRow): void {
    for (let word = 0; word < words.length && word < MAX_SUBJECT; word++) {
      this.#show(SUBJECT, words.stem[word] ?? 0, ANYWHERE);
      this.#show(SUBJECT_PAIR, mix(words.stem[word - 1] ?? 1, words.stem[word] ?? 0), ANYWHERE);
    }
  }
}

/** Where a word stands to a candidate, by how many words and lines are between. */
function placeOf(words: number, lines: number): number {
  if (lines === 0) return words === 0 ? 1 : words < 4 ? 2 : words < 9 ? 3 : 4;
  return lines === 1 ? 5 : 6;
}
