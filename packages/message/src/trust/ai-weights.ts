import { readFileSync } from 'node:fs';
import { CONTEXT_BUCKETS, CONTEXT_TRAITS } from './ai-context.js';
import { TRAIT_WEIGHTS, type Weights } from './ai-model.js';
import { BUCKETS } from './ai-word.js';

/** A hash of what the weights were made of, then the bias and a scale for each kind, then the weights, a byte each. */
const HASH_BYTES = 32;
/** Those of a passage's traits and words, and those of the traits and the words around it. */
const LENGTHS = [TRAIT_WEIGHTS, BUCKETS, CONTEXT_TRAITS, CONTEXT_BUCKETS];
const HEADER = HASH_BYTES + 8 * (1 + LENGTHS.length);
const BYTES = LENGTHS.reduce((sum, length) => sum + length, HEADER);
/** The same from the sources and from what is built of them. */
export const WEIGHTS_FILE = new URL('../../data/instruction-weights.bin', import.meta.url);

let weights: Weights | undefined;

/** The weights that `npm run train` made; the first mail reads them. */
export function instructionWeights(): Weights {
  return (weights ??= decodeWeights(readFileSync(WEIGHTS_FILE)));
}

/** @throws RangeError if the file was made for another model */
export function decodeWeights(file: Buffer): Weights {
  if (file.length !== BYTES) throw new RangeError('The weights are of another model.');
  let at = HEADER;
  const kinds = LENGTHS.map((length, index) => {
    const bytes = new Int8Array(file.subarray(at, (at += length)));
    return { bytes, scale: file.readDoubleLE(HASH_BYTES + 8 * (index + 1)) };
  });
  const none = { bytes: new Int8Array(0), scale: 0 };
  const [traits = none, words = none, besideTraits = none, besideWords = none] = kinds;
  const exact = ({ bytes, scale }: typeof none) => Float64Array.from(bytes, (weight) => weight * scale);
  return {
    bias: file.readDoubleLE(HASH_BYTES),
    scale: words.scale,
    words: words.bytes,
    traits: exact(traits),
    context: { words: besideWords.bytes, scale: besideWords.scale, traits: exact(besideTraits) },
  };
}

/** @param hash 32 bytes that tell what the weights were made of */
export function encodeWeights({ bias, words, traits, context }: Omit<Weights, 'scale'>, hash: Buffer): Buffer {
  const file = Buffer.alloc(BYTES);
  hash.copy(file, 0, 0, HASH_BYTES);
  file.writeDoubleLE(bias, HASH_BYTES);
  let at = HEADER;
  for (const [index, weights] of [traits, words, context.traits, context.words].entries()) {
    const scale = scaleOf(weights);
    file.writeDoubleLE(scale, HASH_BYTES + 8 * (index + 1));
    for (const weight of weights) file.writeInt8(byteOf(weight / scale), at++);
  }
  return file;
}

export function hashIn(file: Buffer): string {
  return file.toString('hex', 0, HASH_BYTES);
}

function scaleOf(weights: Int8Array | Float64Array): number {
  let largest = 1e-9;
  for (const weight of weights) largest = Math.max(largest, Math.abs(weight));
  return largest / 127;
}

function byteOf(weight: number): number {
  return Math.max(-127, Math.min(127, Math.round(weight)));
}
