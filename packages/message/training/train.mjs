import { mkdirSync, writeFileSync } from 'node:fs';
import { CODE_WEIGHTS_FILE, encodeCodeModel } from '../dist/extraction/code-model.js';
import { CONCEPTS_FILE } from '../dist/trust/ai-concepts.js';
import { encodeWeights, WEIGHTS_FILE } from '../dist/trust/ai-weights.js';
import { codeExamples } from './code-mails.mjs';
import { writtenConcepts } from './concepts.mjs';
import {
  balanced,
  mailDocuments,
  ordinaryDocuments,
  plainDocuments,
  recordDocuments,
  writtenDocuments,
} from './documents.mjs';
import { fitted } from './fit.mjs';
import { fittedCodes } from './fit-codes.mjs';
import { hashOfSources } from './sources.mjs';

const SEEDS = [1, 2, 3];

/**
 * Makes the meanings of words, and then the weights by which instructions are read: the same from the same sources. Takes a
 * minute or more.
 */
export function trainInstructions() {
  write(CONCEPTS_FILE, writtenConcepts().encode());
  const documents = balanced([
    ...writtenDocuments(),
    ...mailDocuments(),
    ...ordinaryDocuments(),
    ...plainDocuments(),
    ...recordDocuments(),
  ]);
  const bytes = write(WEIGHTS_FILE, encodeWeights(fitted(documents, SEEDS), hashOfSources('instructions')));
  return { learned: documents.length, bytes };
}

/** Makes the weights by which codes are read, as above. */
export function trainCodes() {
  const examples = codeExamples();
  const bytes = write(CODE_WEIGHTS_FILE, encodeCodeModel(fittedCodes(examples), hashOfSources('codes')));
  return { learned: examples.length, bytes };
}

function write(file, bytes) {
  mkdirSync(new URL('./', file), { recursive: true });
  writeFileSync(file, bytes);
  return bytes.length;
}
