import { BUCKETS } from '../dist/extraction/code-context.js';
import { randomOf, shuffle } from './order.mjs';

const ROUNDS = 16;
/** The later rounds, of which the weights are averaged. */
const AVERAGED = 8;
const RATE = 0.25;
const RULE_RATE = 0.02;
const RULE_SCALE = 0.2;
const START = 0.1;
const DECAY = 3e-5;
const LEAST_GRADIENT = 1e-3;
/** A bucket that fewer records show says nothing. */
const LEAST_RECORDS = 3;
const SMOOTHING = 2;
const SEED = 7;
/**
 * So much surer than even odds a code has to be, as a logarithm, beyond what the confidence asks: ordinary mail is far
 * more of what is read than of what is learned from.
 */
const CAUTION = 1.15;

/** Logistic regression on examples (`record`, `is`, `sum`, `buckets`, `values`, `weight`) by AdaGrad, averaged at the end. */
export function fittedCodes(examples) {
  const state = {
    bias: 0,
    rules: 1,
    biasSquares: START,
    ruleSquares: START,
    words: new Float64Array(BUCKETS),
    squares: new Float64Array(BUCKETS).fill(START),
    rates: ratesOf(examples),
  };
  const mean = { bias: 0, rules: 0, scale: 1, words: new Float64Array(BUCKETS) };
  const random = randomOf(SEED);
  const order = [...examples];
  for (let round = 0; round < ROUNDS; round++) {
    shuffle(order, random);
    for (const example of order) learn(state, example);
    if (round < ROUNDS - AVERAGED) continue;
    mean.bias += state.bias / AVERAGED;
    mean.rules += state.rules / AVERAGED;
    for (let i = 0; i < BUCKETS; i++) mean.words[i] += state.words[i] / AVERAGED;
  }
  return { ...mean, bias: mean.bias - CAUTION };
}

function learn(state, { is, sum, buckets, values, weight }) {
  const { words, squares, rates } = state;
  let score = state.bias + state.rules * sum;
  for (let i = 0; i < buckets.length; i++) score += words[buckets[i]] * values[i];
  const gradient = (1 / (1 + Math.exp(-score)) - is) * weight;
  if (Math.abs(gradient) < LEAST_GRADIENT) return;
  for (let i = 0; i < buckets.length; i++) {
    const bucket = buckets[i];
    if (rates[bucket] === 0) continue;
    const slope = gradient * values[i] + DECAY * words[bucket];
    squares[bucket] += slope * slope;
    words[bucket] -= (RATE * rates[bucket] * slope) / Math.sqrt(squares[bucket]);
  }
  state.biasSquares += gradient * gradient;
  state.bias -= (RATE * gradient) / Math.sqrt(state.biasSquares);
  const slope = gradient * sum * RULE_SCALE;
  state.ruleSquares += slope * slope;
  state.rules -= (RULE_RATE * slope) / Math.sqrt(state.ruleSquares);
}

/** How fast each bucket learns: the more, the more its share in codes differs from that in other numbers. */
function ratesOf(examples) {
  const counts = [new Float64Array(BUCKETS), new Float64Array(BUCKETS)];
  const totals = [BUCKETS * SMOOTHING * 0.1, BUCKETS * SMOOTHING * 0.1];
  const records = new Uint16Array(BUCKETS);
  const last = new Array(BUCKETS);
  for (const { record, is, buckets, weight } of examples) {
    for (const bucket of new Set(buckets)) {
      counts[is][bucket] += weight;
      totals[is] += weight;
      if (last[bucket] === record) continue;
      last[bucket] = record;
      records[bucket] = Math.min(0xffff, records[bucket] + 1);
    }
  }
  const share = (is, bucket) => (counts[is][bucket] + SMOOTHING) / totals[is];
  return Float64Array.from(records, (count, bucket) => {
    if (count < LEAST_RECORDS) return 0;
    return Math.min(2, 0.1 + 0.6 * Math.abs(Math.log(share(1, bucket) / share(0, bucket))));
  });
}
