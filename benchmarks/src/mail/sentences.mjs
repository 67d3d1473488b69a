// Real sentences, for mail that has the words of a language in the frequencies of a language.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Those of everyday mail, which were written for this: of meetings, visits, orders, bills and appointments. */
export const everyday = readFileSync(new URL('sentences.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

const docs = fileURLToPath(new URL('../../../docs/', import.meta.url));

const prose = readdirSync(docs, { recursive: true })
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => readFileSync(docs + name, 'utf8'))
  .join('\n\n');

/** Those of our own documents, as developers write: whole ones of 30 to 240 ASCII characters, without tables and code. */
export const technical = prose
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
