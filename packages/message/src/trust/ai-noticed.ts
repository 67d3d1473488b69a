import type { Place } from '../text/lexicon.js';
import { mix, spread } from '../text/units.js';
import type { AiInstruction, Sign } from './ai-intents.js';
import { IN_QUOTATION, type Passages } from './ai-passages.js';
import { bucketOf, SEED } from './ai-word.js';

/** The traits behind the classes of the lexicon. */
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
const SURE = 1 << (LEXICON_TRAITS + KINDS.length);
/** A sign that weighs less is none yet, and one that weighs so much is sure. */
const LEAST_WEIGHT = 1;
const SURE_WEIGHT = 2.5;
/** What stands so near the beginning of a piece begins it. */
const AT_BEGINNING = 3;
const SPOKEN = mix(SEED, 31);
const BEGINNING = mix(SEED, 37);

/** Adds what was noticed in a text to the pieces in which it stands, once. */
export function addNoticed(passages: Passages, places: readonly Place[], signs: readonly Sign[]): void {
  const { length, stops, traits, quotedFrom, quotedTo } = passages;
  const further: number[] = [];
  const ends = [0];
  let [place, sign, quotation] = [0, 0, 0];
  for (let piece = 1; piece <= length; piece++) {
    const [from, to] = [stops[piece - 1] ?? 0, stops[piece] ?? 0];
    let [shown, spoken] = [traits[piece] ?? 0, 0];
    for (let noticed = places[place]; noticed !== undefined && noticed.at < to; noticed = places[(place += 1)]) {
      const { is, at } = noticed;
      while ((quotedTo[quotation] ?? Infinity) <= at) quotation += 1;
      const quoting = (quotedFrom[quotation] ?? Infinity) <= at ? IN_QUOTATION : 0;
      further.push(bucketOf(spread(mix(mix(SPOKEN, spoken), is)), quoting));
      if (at - from < AT_BEGINNING) further.push(bucketOf(spread(mix(BEGINNING, is)), quoting));
      shown |= is;
      spoken = is;
    }
    for (; (signs[sign]?.at ?? Infinity) < to; sign++) shown |= traitsOf(signs[sign]);
    traits[piece] = shown;
    ends[piece] = further.length;
  }
  passages.insert(further, ends);
}

function traitsOf(sign: Sign | undefined): number {
  if (sign === undefined || sign.weight < LEAST_WEIGHT) return 0;
  return (SIGN.get(sign.is) ?? 0) | (sign.weight >= SURE_WEIGHT ? SURE : 0);
}
