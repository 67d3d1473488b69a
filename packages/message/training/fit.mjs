import { CONTEXT_BUCKETS, CONTEXT_TRAITS, contextScore, shownIn } from '../dist/trust/ai-context.js';
import { addedScore, bestPassage, listTraits, TRAIT_WEIGHTS } from '../dist/trust/ai-model.js';
import { TRAITS } from '../dist/trust/ai-passages.js';
import { BUCKETS } from '../dist/trust/ai-word.js';
import { stepInContext } from './fit-context.mjs';
import { randomOf, shuffle } from './order.mjs';

const ROUNDS = 12;
/** The later rounds, of which the weights are averaged. */
const AVERAGED = 6;
const RATE = 0.4;
const TRAIT_RATE = 0.05;
const START = 1e-2;
const DECAY = 1e-5;
const LEAST_GRADIENT = 1e-3;
/** A bucket that fewer documents show says nothing. */
const LEAST_DOCUMENTS = 3;
const SMOOTHING = 3;
/** Beside its best passage, an honest document teaches by some of its others. */
const OTHERS = 2;
const LEAST_SIZE = 8;

const list = new Int32Array(TRAITS);

/** The passage of a document's texts that reads most like instructions, or null. */
export function bestOf({ texts }, weights) {
  const best = { from: 0, to: 0, score: 0 };
  let found = null;
  for (const passages of texts) {
    if (!bestPassage(passages, weights, best)) continue;
    if (found === null || best.score > found.score) found = { passages, ...best };
  }
  return found;
}

/** Means of what several fits come to, each with the documents in another order. */
export function fitted(documents, seeds) {
  const sum = noWeights(0);
  for (const seed of seeds) addTo(sum, fit(documents, seed), seeds.length);
  return sum;
}

function noWeights(bias) {
  return {
    bias,
    scale: 1,
    words: new Float64Array(BUCKETS),
    traits: new Float64Array(TRAIT_WEIGHTS),
    context: { scale: 1, words: new Float64Array(CONTEXT_BUCKETS), traits: new Float64Array(CONTEXT_TRAITS) },
  };
}

const listsOf = ({ words, traits, context }) => [words, traits, context.words, context.traits];

/** Adds one of several of which the mean is asked. */
function addTo(sum, weights, times) {
  sum.bias += weights.bias / times;
  const lists = listsOf(weights);
  for (const [index, list] of listsOf(sum).entries()) {
    for (let i = 0; i < list.length; i++) list[i] += lists[index][i] / times;
  }
}

/** Logistic regression on the best passage of each document, by AdaGrad, averaged over the later rounds. */
function fit(documents, seed) {
  const squares = noWeights(START);
  for (const list of listsOf(squares)) list.fill(START);
  const state = { weights: noWeights(-1), squares, rates: ratesOf(documents) };
  const sum = noWeights(0);
  const random = randomOf(seed);
  const order = [...documents];
  for (let round = 0; round < ROUNDS; round++) {
    shuffle(order, random);
    for (const document of order) learn(state, document, random);
    if (round >= ROUNDS - AVERAGED) addTo(sum, state.weights, AVERAGED);
  }
  return sum;
}

/** How fast each bucket learns: the more, the more its share in attacks differs from that in honest texts. */
function ratesOf(documents) {
  const counts = [new Float64Array(BUCKETS), new Float64Array(BUCKETS)];
  const totals = [2e4 * SMOOTHING, 2e4 * SMOOTHING];
  const shows = new Uint16Array(BUCKETS);
  for (const { texts, is, weight } of documents) {
    const seen = new Set();
    for (const { buckets } of texts) {
      for (const bucket of buckets) {
        counts[is][bucket] += weight;
        totals[is] += weight;
        seen.add(bucket);
      }
    }
    for (const bucket of seen) shows[bucket] = Math.min(0xffff, shows[bucket] + 1);
  }
  const share = (is, bucket) => (counts[is][bucket] + SMOOTHING) / totals[is];
  return Float64Array.from(shows, (count, bucket) => {
    if (count < LEAST_DOCUMENTS) return 0;
    return Math.min(2, 0.1 + 0.5 * Math.abs(Math.log(share(1, bucket) / share(0, bucket))));
  });
}

function learn(state, document, random) {
  const best = bestOf(document, state.weights);
  if (best === null) return;
  const passages = [best];
  for (let i = 0; document.is === 0 && i < OTHERS; i++) {
    const other = otherOf(document, state.weights, random);
    if (other !== null) passages.push(other);
  }
  for (const passage of passages) {
    const gradient = (1 / (1 + Math.exp(-passage.score)) - document.is) * document.weight;
    if (Math.abs(gradient) < LEAST_GRADIENT) continue;
    step(state, passage, gradient);
    stepInContext(state, passage, gradient);
  }
}

function otherOf({ texts }, { bias, words, traits, context }, random) {
  const passages = texts[Math.floor(random() * texts.length)];
  const from = Math.floor(random() * passages.length);
  const to = Math.min(passages.length, from + 1 + Math.floor(random() * 4));
  const size = passages.sizes[to] - passages.sizes[from];
  if (size < LEAST_SIZE) return null;
  let sum = 0;
  for (let i = passages.ends[from]; i < passages.ends[to]; i++) sum += words[passages.buckets[i]];
  const shown = addedScore(0, shownIn(passages, { from, to }), traits);
  const score = bias + shown + sum / Math.sqrt(size) + contextScore(passages, { from, to }, context);
  return { passages, from, to, score };
}

function step(state, { passages, from, to }, gradient) {
  const { weights, squares, rates } = state;
  const { words, traits } = weights;
  const each = gradient / Math.sqrt(passages.sizes[to] - passages.sizes[from]);
  for (let i = passages.ends[from]; i < passages.ends[to]; i++) {
    const bucket = passages.buckets[i];
    if (rates[bucket] === 0) continue;
    const slope = each + DECAY * words[bucket];
    squares.words[bucket] += slope * slope;
    words[bucket] -= (rates[bucket] * RATE * slope) / Math.sqrt(squares.words[bucket]);
  }
  const count = listTraits(shownIn(passages, { from, to }), list);
  for (let one = 0; one < count; one++) {
    for (let other = one; other < count; other++) {
      const at = list[one] * TRAITS + list[other];
      const slope = gradient * (one === other ? 1 : 0.5) + 10 * DECAY * traits[at];
      squares.traits[at] += slope * slope;
      traits[at] -= (TRAIT_RATE * slope) / Math.sqrt(squares.traits[at]);
    }
  }
  squares.bias += gradient * gradient;
  weights.bias -= (0.3 * RATE * gradient) / Math.sqrt(squares.bias);
}
