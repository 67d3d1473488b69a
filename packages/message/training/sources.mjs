import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const PACKAGE = new URL('../', import.meta.url);
const PARTS = [
  ['test/unseen/part-a/', /\.txt$/],
  ['test/unseen/part-b/', /\.txt$/],
];
const TEXT = ['src/text/', /^(?:letters|lexicon|places|units|word-row)\.ts$/];

/** Everything from which the weights follow: the texts, and the code that reads them and learns from them. */
const SOURCES = {
  instructions: [
    ['training/', /^(?:.*\.tsv|concepts\.mjs|documents\.mjs|fit\.mjs|fit-context\.mjs|order\.mjs)$/],
    ['training/concepts/', /\.txt$/],
    ['training/codes/', /\.txt$/],
    ['src/trust/', /^ai-.*\.ts$/],
    ['src/trust/words/', /\.ts$/],
    TEXT,
    ['test/trust/', /\.json$/],
    ['test/extraction/', /\.json$/],
    ['test/quoting/', /\.json$/],
    ...PARTS,
  ],
  codes: [
    ['training/', /^(?:code-mails|fit-codes|order)\.mjs$/],
    ['training/codes/', /\.txt$/],
    ['src/extraction/', /^code-.*\.ts$/],
    ['src/extraction/words/', /\.ts$/],
    TEXT,
    ['test/extraction/', /\.json$/],
    ...PARTS,
  ],
};

/** A hash of the sources of some weights; they hold that of what they were made of. */
export function hashOfSources(of) {
  const hash = createHash('sha256');
  for (const [folder, pattern] of SOURCES[of]) {
    const names = readdirSync(new URL(folder, PACKAGE)).filter((name) => pattern.test(name));
    for (const name of names.sort()) {
      hash.update(`${folder}${name}\n`);
      hash.update(readFileSync(new URL(`${folder}${name}`, PACKAGE)));
    }
  }
  return hash.digest();
}
