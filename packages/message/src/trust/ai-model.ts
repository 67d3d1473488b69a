import { contextScore, type ContextWeights } from './ai-context.js';
import { TRAITS, type Passages } from './ai-passages.js';

/** Passages of up to four pieces and ninety words are read as one. */
export const MAX_PIECES = 4;
const MAX_SIZE = 180;
const LEAST_SIZE = 8;
/** The context of held-out passages seldom adds anything, and never this much: it mostly speaks against them. */
const MOST_CONTEXT = 1.2;

/**
 * A linear model: what each bucket of words says, what each trait and each two traits of a passage say, and what the text
 * around it says.
 */
export type Weights = {
  readonly bias: number;
  readonly words: Int8Array | Float64Array;
  /** How much one unit of `words` weighs. */
  readonly scale: number;
  readonly traits: Float64Array;
  readonly context: ContextWeights;
};

export const TRAIT_WEIGHTS = TRAITS * TRAITS;

/** The passage that reads most like instructions: its pieces, and its score. */
export type Best = { from: number; to: number; score: number };

let sums = new Float64Array(1 << 10);

/**
 * Finds the passage that reads most like instructions by itself, and its score in its context; none if the text says too
 * little.
 *
 * @param asked the score that is asked for; where it is out of reach in any context, the context isn't looked at
 */
export function bestPassage(passages: Passages, weights: Weights, best: Best, asked = -Infinity): boolean {
  if (!bestAlone(passages, weights, best)) return false;
  if (best.score + MOST_CONTEXT < asked) return true;
  best.score += contextScore(passages, best, weights.context);
  return true;
}

function bestAlone(passages: Passages, { bias, words, scale, traits }: Weights, best: Best): boolean {
  const { length, buckets, ends, sizes } = passages;
  if (sums.length <= length) sums = new Float64Array(2 * length);
  let sum = 0;
  for (let piece = 1, at = 0; piece <= length; piece++) {
    for (const end = ends[piece] ?? 0; at < end; at++) sum += words[buckets[at] ?? 0] ?? 0;
    sums[piece] = sum;
  }
  best.score = -Infinity;
  for (let from = 0; from < length; from++) {
    let [shown, shownScore] = [0, 0];
    for (let to = from + 1; to <= length && to <= from + MAX_PIECES; to++) {
      const size = (sizes[to] ?? 0) - (sizes[from] ?? 0);
      if (to > from + 1 && size > MAX_SIZE) break;
      const all = shown | (passages.traits[to] ?? 0);
      if (all !== shown) {
        shownScore += addedScore(shown, all, traits);
        shown = all;
      }
      if (size < LEAST_SIZE) continue;
      const score = bias + shownScore + (scale * ((sums[to] ?? 0) - (sums[from] ?? 0))) / Math.sqrt(size);
      if (score <= best.score) continue;
      [best.from, best.to, best.score] = [from, to, score];
    }
  }
  return best.score > -Infinity;
}

/** Lists the traits of a set of bits, and returns how many there are. */
export function listTraits(shown: number, list: Int32Array): number {
  let count = 0;
  for (let rest = shown; rest !== 0; rest &= rest - 1) list[count++] = 31 - Math.clz32(rest & -rest);
  return count;
}

/** What traits say that join others, each and in twos. */
export function addedScore(shown: number, all: number, traits: Float64Array): number {
  let score = 0;
  let before = shown;
  for (let rest = all & ~shown; rest !== 0; rest &= rest - 1) {
    const one = 31 - Math.clz32(rest & -rest);
    before |= rest & -rest;
    for (let others = before; others !== 0; others &= others - 1) {
      const other = 31 - Math.clz32(others & -others);
      score += traits[one < other ? one * TRAITS + other : other * TRAITS + one] ?? 0;
    }
  }
  return score;
}
