import type { Place } from './lexicon.js';

/** What ends a clause: marks of its end before a blank, or an empty line. */
const CLAUSE_END = /[.!?;](?=\s+(?!\p{Ll}))|[。！？；।]|\n\s{0,4}\n/u;

/** Whether a clause ends between two positions. */
export function clauseEndsIn(text: string, from: number, to: number): boolean {
  return to > from && CLAUSE_END.test(text.slice(from, to + 1));
}

/** The index of the first place that begins at or behind a position; places are in their order. */
export function firstBehind(places: readonly Place[], at: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.at ?? Infinity) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
