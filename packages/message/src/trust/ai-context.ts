import { TRAITS, type Passages } from './ai-passages.js';

/** How many weights the words around a passage have. */
export const CONTEXT_BUCKETS = 1 << 16;
/** What a trait of the rest says beside each trait of a passage, and by itself. */
export const CONTEXT_TRAITS = TRAITS * TRAITS + TRAITS;
/** A rest of few words says little. */
const PADDING = 40;

/** What the rest of a text says of a passage: whoever writes about AI does so throughout, an order stands apart. */
export type ContextWeights = {
  readonly words: Int8Array | Float64Array;
  /** How much one unit of `words` weighs. */
  readonly scale: number;
  readonly traits: Float64Array;
};

/** Pieces of a text, from the one behind `from` up to `to`. */
export type Stretch = { readonly from: number; readonly to: number };

/** What a module exports is read anew at each use, too. */
const MASK = CONTEXT_BUCKETS - 1;
export const contextBucketOf = (bucket: number) => bucket & MASK;

/** By what the sum over the words of the rest is divided. */
export function restLength({ sizes, length }: Passages, { from, to }: Stretch): number {
  return Math.sqrt((sizes[length] ?? 0) - (sizes[to] ?? 0) + (sizes[from] ?? 0) + PADDING);
}

/** The traits that some pieces show, those behind `from` up to `to`. */
export function shownIn({ traits }: Passages, { from, to }: Stretch): number {
  let shown = 0;
  for (let piece = from + 1; piece <= to; piece++) shown |= traits[piece] ?? 0;
  return shown;
}

export function shownBeside(passages: Passages, { from, to }: Stretch): number {
  return shownIn(passages, { from: 0, to: from }) | shownIn(passages, { from: to, to: passages.length });
}

/** What the rest of a text adds to the score of a passage. */
export function contextScore(passages: Passages, stretch: Stretch, { words, scale, traits }: ContextWeights): number {
  const { buckets, ends, length } = passages;
  const end = ends[length] ?? 0;
  const [start, behind] = [ends[stretch.from] ?? 0, ends[stretch.to] ?? 0];
  let sum = 0;
  for (let i = 0; i < start; i++) sum += words[(buckets[i] ?? 0) & MASK] ?? 0;
  for (let i = behind; i < end; i++) sum += words[(buckets[i] ?? 0) & MASK] ?? 0;
  let score = (scale * sum) / restLength(passages, stretch);
  const shown = shownIn(passages, stretch);
  for (let rest = shownBeside(passages, stretch); rest !== 0; rest &= rest - 1) {
    const other = 31 - Math.clz32(rest & -rest);
    score += traits[TRAITS * TRAITS + other] ?? 0;
    for (let own = shown; own !== 0; own &= own - 1) {
      score += traits[(31 - Math.clz32(own & -own)) * TRAITS + other] ?? 0;
    }
  }
  return score;
}
