import { readFileSync } from 'node:fs';
import { TRAIT_WEIGHTS, type Weights } from './ai-model.js';
import { BUCKETS } from './ai-passages.js';

/** A hash of what the weights were made of, then the bias and two scales, then the weights, a byte each. */
const HASH_BYTES = 32;
const NUMBERS = 3;
const HEADER = HASH_BYTES + 8 * NUMBERS;
/** The same from the sources and from what is built of them. */
export const WEIGHTS_FILE = new URL('../../data/instruction-weights.bin', import.meta.url);

let weights: Weights | undefined;

/** The weights that `npm run train` made; the first mail reads them. */
export function instructionWeights(): Weights {
  return (weights ??= decodeWeights(readFileSync(WEIGHTS_FILE)));
}

/** @throws RangeError if the file was made for another model */
export function decodeWeights(file: Buffer): Weights {
  if (file.length !== HEADER + TRAIT_WEIGHTS + BUCKETS) throw new RangeError('The weights are of another model.');
  const [bias, scale, traitScale] = [0, 1, 2].map((index) => file.readDoubleLE(HASH_BYTES + 8 * index));
  const bytes = new Int8Array(file.subarray(HEADER));
  const traits = Float64Array.from(bytes.subarray(0, TRAIT_WEIGHTS), (weight) => weight * (traitScale ?? 0));
  return { bias: bias ?? 0, scale: scale ?? 0, traits, words: bytes.slice(TRAIT_WEIGHTS) };
}

/** @param hash 32 bytes that tell what the weights were made of */
export function encodeWeights({ bias, words, traits }: Omit<Weights, 'scale'>, hash: Buffer): Buffer {
  const file = Buffer.alloc(HEADER + TRAIT_WEIGHTS + BUCKETS);
  hash.copy(file, 0, 0, HASH_BYTES);
  const [scale, traitScale] = [scaleOf(words), scaleOf(traits)];
  [bias, scale, traitScale].forEach((number, index) => file.writeDoubleLE(number, HASH_BYTES + 8 * index));
  traits.forEach((weight, index) => file.writeInt8(byteOf(weight / traitScale), HEADER + index));
  words.forEach((weight, index) => file.writeInt8(byteOf(weight / scale), HEADER + TRAIT_WEIGHTS + index));
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
