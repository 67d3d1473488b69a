import { addedScore, bestPassage, listTraits, TRAIT_WEIGHTS } from '../dist/trust/ai-model.js';
import { BUCKETS, TRAITS } from '../dist/trust/ai-passages.js';
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
  const fits = seeds.map((seed) => fit(documents, seed));
  const mean = (of) => fits.reduce((sum, weights) => sum + of(weights), 0) / fits.length;
  return {
    bias: mean(({ bias }) => bias),
    scale: 1,
    words: fits[0].words.map((_, index) => mean(({ words }) => words[index])),
    traits: fits[0].traits.map((_, index) => mean(({ traits }) => traits[index])),
  };
}

/** Logistic regression on the best passage of each document, by AdaGrad, averaged over the later rounds. */
function fit(documents, seed) {
  const state = {
    weights: { bias: -1, scale: 1, words: new Float64Array(BUCKETS), traits: new Float64Array(TRAIT_WEIGHTS) },
    wordSquares: new Float64Array(BUCKETS).fill(START),
    traitSquares: new Float64Array(TRAIT_WEIGHTS).fill(START),
    biasSquares: START,
    rates: ratesOf(documents),
  };
  const sum = { bias: 0, words: new Float64Array(BUCKETS), traits: new Float64Array(TRAIT_WEIGHTS) };
  const random = randomOf(seed);
  const order = [...documents];
  for (let round = 0; round < ROUNDS; round++) {
    shuffle(order, random);
    for (const document of order) learn(state, document, random);
    if (round < ROUNDS - AVERAGED) continue;
    const { bias, words, traits } = state.weights;
    sum.bias += bias / AVERAGED;
    for (let i = 0; i < BUCKETS; i++) sum.words[i] += words[i] / AVERAGED;
    for (let i = 0; i < TRAIT_WEIGHTS; i++) sum.traits[i] += traits[i] / AVERAGED;
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
    if (Math.abs(gradient) >= LEAST_GRADIENT) step(state, passage, gradient);
  }
}

function otherOf({ texts }, { bias, words, traits }, random) {
  const passages = texts[Math.floor(random() * texts.length)];
  const from = Math.floor(random() * passages.length);
  const to = Math.min(passages.length, from + 1 + Math.floor(random() * 4));
  const size = passages.sizes[to] - passages.sizes[from];
  if (size < LEAST_SIZE) return null;
  let sum = 0;
  for (let i = passages.ends[from]; i < passages.ends[to]; i++) sum += words[passages.buckets[i]];
  const score = bias + addedScore(0, shownIn(passages, from, to), traits) + sum / Math.sqrt(size);
  return { passages, from, to, score };
}

function shownIn({ traits }, from, to) {
  let shown = 0;
  for (let piece = from + 1; piece <= to; piece++) shown |= traits[piece];
  return shown;
}

function step(state, { passages, from, to }, gradient) {
  const { weights, wordSquares, traitSquares, rates } = state;
  const { words, traits } = weights;
  const each = gradient / Math.sqrt(passages.sizes[to] - passages.sizes[from]);
  for (let i = passages.ends[from]; i < passages.ends[to]; i++) {
    const bucket = passages.buckets[i];
    if (rates[bucket] === 0) continue;
    const slope = each + DECAY * words[bucket];
    wordSquares[bucket] += slope * slope;
    words[bucket] -= (rates[bucket] * RATE * slope) / Math.sqrt(wordSquares[bucket]);
  }
  const count = listTraits(shownIn(passages, from, to), list);
  for (let one = 0; one < count; one++) {
    for (let other = one; other < count; other++) {
      const at = list[one] * TRAITS + list[other];
      const slope = gradient * (one === other ? 1 : 0.5) + 10 * DECAY * traits[at];
      traitSquares[at] += slope * slope;
      traits[at] -= (TRAIT_RATE * slope) / Math.sqrt(traitSquares[at]);
    }
  }
  state.biasSquares += gradient * gradient;
  weights.bias -= (0.3 * RATE * gradient) / Math.sqrt(state.biasSquares);
}
