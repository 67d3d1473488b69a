import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const PACKAGE = new URL('../', import.meta.url);
/** Everything from which the weights follow: the texts, and the code that reads them and learns from them. */
const SOURCES = [
  ['training/', /\.(?:tsv|mjs)$/],
  ['src/trust/', /^ai-.*\.ts$/],
  ['src/trust/words/', /\.ts$/],
  ['src/text/', /^(?:letters|lexicon|places)\.ts$/],
  ['test/trust/', /\.json$/],
  ['test/extraction/', /\.json$/],
  ['test/quoting/', /\.json$/],
  ['test/unseen/part-a/', /\.txt$/],
  ['test/unseen/part-b/', /\.txt$/],
];

/** A hash of the sources; the weights hold that of what they were made of. */
export function hashOfSources() {
  const hash = createHash('sha256');
  for (const [folder, pattern] of SOURCES) {
    const names = readdirSync(new URL(folder, PACKAGE)).filter((name) => pattern.test(name));
    for (const name of names.sort()) {
      hash.update(`${folder}${name}\n`);
      hash.update(readFileSync(new URL(`${folder}${name}`, PACKAGE)));
    }
  }
  return hash.digest();
}
