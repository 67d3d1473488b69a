import { contextBucketOf, restLength, shownBeside, shownIn } from '../dist/trust/ai-context.js';
import { TRAITS } from '../dist/trust/ai-passages.js';

const RATE = 0.2;
const TRAIT_RATE = 0.03;
const DECAY = 1e-5;
/** A trait has many weights, which change together. */
const ALONE = 0.5;
const IN_TWOS = 0.3;

/** Learns what the rest of a text says of one of its passages. */
export function stepInContext({ weights, squares, rates }, { passages, from, to }, gradient) {
  const { buckets, ends, length } = passages;
  const each = gradient / restLength(passages, { from, to });
  const { words } = weights.context;
  for (let i = 0; i < ends[length]; i++) {
    if (i === ends[from]) i = ends[to];
    if (i >= ends[length]) break;
    const rate = rates[buckets[i]];
    if (rate === 0) continue;
    const at = contextBucketOf(buckets[i]);
    change(words, squares.context.words, at, each + DECAY * words[at], rate * RATE);
  }
  stepTraits(weights.context.traits, squares.context.traits, shownIn(passages, { from, to }), {
    beside: shownBeside(passages, { from, to }),
    gradient,
  });
}

function stepTraits(traits, squares, shown, { beside, gradient }) {
  const step = (at, slope) => change(traits, squares, at, slope + 10 * DECAY * traits[at], TRAIT_RATE);
  for (let rest = beside; rest !== 0; rest &= rest - 1) {
    const other = 31 - Math.clz32(rest & -rest);
    step(TRAITS * TRAITS + other, gradient * ALONE);
    for (let own = shown; own !== 0; own &= own - 1) {
      step((31 - Math.clz32(own & -own)) * TRAITS + other, gradient * IN_TWOS);
    }
  }
}

function change(weights, squares, at, slope, rate) {
  squares[at] += slope * slope;
  weights[at] -= (rate * slope) / Math.sqrt(squares[at]);
}
