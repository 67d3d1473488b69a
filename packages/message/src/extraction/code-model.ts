import { readFileSync } from 'node:fs';
import { BUCKETS, type CodeContext } from './code-context.js';

/** A hash of what the weights were made of, then three numbers, then the weights, a byte each. */
const HASH_BYTES = 32;
const NUMBERS = 3;
const HEADER = HASH_BYTES + 8 * NUMBERS;
/** The same from the sources and from what is built of them. */
export const CODE_WEIGHTS_FILE = new URL('../../data/code-weights.bin', import.meta.url);

/** A linear model: what the sum of the rules says, and what each bucket of the context does. */
export type CodeModel = {
  readonly bias: number;
  readonly rules: number;
  readonly words: Int8Array | Float64Array;
  /** How much one unit of `words` weighs. */
  readonly scale: number;
};

/** How much more the rules count where they speak against a candidate: what they know of other numbers holds for mail of all writers. */
const DOUBT = 0.75;

let model: CodeModel | undefined;

/** The weights that `npm run train` made; the first mail with a candidate reads them. */
export function codeModel(): CodeModel {
  return (model ??= decodeCodeModel(readFileSync(CODE_WEIGHTS_FILE)));
}

/** How sure it is that a candidate is a code, as the logarithm of its odds. */
export function scoreOf({ length, buckets, values }: CodeContext, sum: number, model: CodeModel): number {
  let words = 0;
  for (let i = 0; i < length; i++) words += (model.words[buckets[i] ?? 0] ?? 0) * (values[i] ?? 0);
  return model.bias + model.rules * sum + DOUBT * Math.min(0, sum) + model.scale * words;
}

/** @throws RangeError if the file was made for another model */
export function decodeCodeModel(file: Buffer): CodeModel {
  if (file.length !== HEADER + BUCKETS) throw new RangeError('The weights are of another model.');
  const [bias = 0, rules = 0, scale = 0] = [0, 1, 2].map((index) => file.readDoubleLE(HASH_BYTES + 8 * index));
  return { bias, rules, scale, words: new Int8Array(file.subarray(HEADER)).slice() };
}

/** @param hash 32 bytes that tell what the weights were made of */
export function encodeCodeModel({ bias, rules, words }: Omit<CodeModel, 'scale'>, hash: Buffer): Buffer {
  const file = Buffer.alloc(HEADER + BUCKETS);
  hash.copy(file, 0, 0, HASH_BYTES);
  let largest = 1e-9;
  for (const weight of words) largest = Math.max(largest, Math.abs(weight));
  const scale = largest / 127;
  [bias, rules, scale].forEach((number, index) => file.writeDoubleLE(number, HASH_BYTES + 8 * index));
  words.forEach((weight, index) => file.writeInt8(Math.round(weight / scale), HEADER + index));
  return file;
}
