// Real sentences, for mail that has the words of a language in the frequencies of a language: those of our own documents.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const docs = fileURLToPath(new URL('../../../docs/', import.meta.url));

const prose = readdirSync(docs, { recursive: true })
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => readFileSync(docs + name, 'utf8'))
  .join('\n\n');

/** Whole sentences of 30 to 240 ASCII characters, without tables, code and headings. */
export const sentences = prose
  .split(/\n\s*\n/)
  .filter((paragraph) => !/^\s*([|#>`]| {4})/.test(paragraph))
  .flatMap((paragraph) =>
    paragraph
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/^\s*[-*\d.]+ /gm, '')
      .replace(/[*`_]|\s+/g, (found) => (found.trim() === '' ? ' ' : ''))
      .split(/(?<=[.!?]) (?=[A-Z])/),
  )
  .map((sentence) => sentence.trim())
  .filter((sentence) => /^[A-Z][\x20-\x7e]{29,239}[.!?]$/.test(sentence));

/** A generator of numbers in [0, 1) that gives the same ones in every run (mulberry32). */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const pick = (random, list) => list[Math.floor(random() * list.length)];
