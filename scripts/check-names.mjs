// Finds names that say nothing, files that are too long or must not stay in the tree, and files that the documents name
// but that are gone.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { problemsOfNamedFiles, problemsOfTree } from './documents/named-files.mjs';
import { fail, root } from './prepare.mjs';

const MAX_LINES = 300;
const forbiddenNames = /(^|\/)(common|shared|utils?|core|lib|helpers?|misc)(\/|\.[a-z]+$)/;
const leftovers = /\b(TODO|FIXME)\b|\b(it|test|describe)\.(skip|only|todo)\(|@ts-(ignore|nocheck)|\bas any;?$/m;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  // Corpora and the files generated from the API's description are exempt.
  .filter((file) => file !== '' && !/\/test\/corpus\/|^packages\/client\/src\/api\//.test(file));
const problems = [];
for (const file of files) {
  if (forbiddenNames.test(file)) problems.push(`${file}: its name does not say what it contains.`);
  if (!/\.(tsx?|mjs|js)$/.test(file)) continue;
  const text = readFileSync(`${root}/${file}`, 'utf8');
  const lines = text.split('\n').length - 1;
  if (lines > MAX_LINES) problems.push(`${file}: ${lines} lines; split it at ${MAX_LINES}.`);
  if (file !== 'scripts/check-names.mjs' && leftovers.test(text)) problems.push(`${file}: ${leftovers.exec(text)[0]}`);
}
for (const document of ['ARCHITECTURE.md', 'CONTRIBUTING.md']) {
  problems.push(...problemsOfNamedFiles(document, readFileSync(`${root}/${document}`, 'utf8'), files));
}
problems.push(...problemsOfTree('ARCHITECTURE.md', readFileSync(`${root}/ARCHITECTURE.md`, 'utf8'), files));
if (problems.length > 0) fail(problems.join('\n'));
