import * as units from './units.js';

// What a module imports is read anew at each use, what is its own is a constant.
const { DIGIT, FOLD, JOINED, KIND, LETTER, lookAt, MARK, mix, SKIP, SYLLABLE } = units;

const SEED = 0x811c9dc5 | 0;
const STEM = 5;
/** A word of Hangul is told by its first syllables. */
const STEM_OF_SYLLABLES = 2;
const MAX_LETTERS = 40;
const NEW_LINE = 10;

/** The words of a stretch of text in their order, each as hashes; it is used again for the next stretch. */
export class WordRow {
  length = 0;
  at = new Int32Array(1 << 8);
  end = new Int32Array(1 << 8);
  /** A hash of its first letters; of a script without blanks, of a letter and the one before it. */
  stem = new Int32Array(1 << 8);
  whole = new Int32Array(1 << 8);
  /** How many lines began before it. */
  line = new Int32Array(1 << 8);
  /** The last mark or end of a sentence between it and the word before it, or 0. */
  mark = new Int32Array(1 << 8);
  /** How many lines begin in the stretch, and the last mark behind its last word, or 0. */
  lines = 0;
  lastMark = 0;

  read(text: string, from: number, to: number): this {
    this.length = 0;
    let [line, mark, before] = [0, 0, 0];
    for (let at = from; at < to;) {
      const looked = lookAt(text.charCodeAt(at));
      const kind = looked & KIND;
      if (kind === LETTER || kind === SYLLABLE || kind === JOINED || kind === DIGIT) {
        const word = this.#begin(at, line, mark);
        at = kind === JOINED ? this.#letter(word, looked, before, at) : this.#word(text, word, kind, at, to);
        before = this.whole[word] ?? 0;
        mark = 0;
        continue;
      }
      const unit = text.charCodeAt(at);
      if (unit === NEW_LINE) line += 1;
      if (kind !== 0 && kind !== SKIP && (kind === MARK || unit !== NEW_LINE)) mark = unit;
      at += 1;
    }
    [this.lines, this.lastMark] = [line, mark];
    return this;
  }

  #begin(at: number, line: number, mark: number): number {
    if (this.length === this.at.length) this.#grow();
    const word = this.length++;
    this.at[word] = at;
    this.line[word] = line;
    this.mark[word] = mark;
    return word;
  }

  #letter(word: number, looked: number, before: number, at: number): number {
    const whole = mix(SEED, (looked >>> FOLD) & 0xffff);
    this.whole[word] = whole;
    this.stem[word] = mix(before, whole);
    this.end[word] = at + 1;
    return at + 1;
  }

  #word(text: string, word: number, kind: number, from: number, to: number): number {
    if (kind === DIGIT) return this.#number(text, word, from, to);
    const length = kind === SYLLABLE ? STEM_OF_SYLLABLES : STEM;
    let [hash, stem, letters, at] = [SEED, 0, 0, from];
    for (; at < to && at < from + MAX_LETTERS; at++) {
      const looked = lookAt(text.charCodeAt(at));
      const next = looked & KIND;
      if (next === SKIP) continue;
      if (next !== LETTER && next !== SYLLABLE) break;
      hash = mix(hash, (looked >>> FOLD) & 0xffff);
      letters += 1;
      if (letters === length) stem = hash;
    }
    this.whole[word] = hash;
    this.stem[word] = stem === 0 ? hash : stem;
    this.end[word] = at;
    return at;
  }

  /** A number is told by how many digits it has. */
  #number(text: string, word: number, from: number, to: number): number {
    let at = from + 1;
    while (at < to && (lookAt(text.charCodeAt(at)) & KIND) === DIGIT) at += 1;
    this.whole[word] = this.stem[word] = mix(SEED, Math.min(at - from, 12));
    this.end[word] = at;
    return at;
  }

  #grow(): void {
    for (const name of ['at', 'end', 'stem', 'whole', 'line', 'mark'] as const) {
      const larger = new Int32Array(this[name].length * 2);
      larger.set(this[name]);
      this[name] = larger;
    }
  }
}
