// Keeps RESULTS.md: a section for each part of the bench with the revision and the day of its run, and below them what a
// person wrote. A part that runs replaces its own section only.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const RESULTS = fileURLToPath(new URL('../RESULTS.md', import.meta.url));
const REMARKS = 'Remarks';
const HEAD = `# Results of \`npm run bench\`

Load and servers share the machine. A ratio is the system's figure over the reference's in the same round; the column after it is
its range over the rounds. Rates and times compare only within one section.
\`insert\` is smtp-server, simpleParser and one INSERT per message; \`discard\` is smtp-server that discards its mail.
`;

/** @param lines the rows of a part's table; @param how its rounds, in words */
export function writeSection(name, how, lines, order) {
  const sections = sectionsOf(existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : '');
  const table = ['| what | median | range | target | figures |', '| --- | --- | --- | --- | --- |', ...lines].join(
    '\n',
  );
  sections.set(name, `${origin()}; ${how}.\n\n${table}\n`);
  const names = [...order, REMARKS].filter((section) => sections.has(section));
  writeFileSync(RESULTS, [HEAD, ...names.map((section) => `## ${section}\n\n${sections.get(section)}`)].join('\n'));
}

function sectionsOf(text) {
  const [, ...sections] = text.split(/^## /m);
  return new Map(
    sections.map((section) => {
      const end = section.indexOf('\n');
      return [section.slice(0, end), `${section.slice(end).trim()}\n`];
    }),
  );
}

function origin() {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const changed =
    git('status', '--porcelain', '--', 'apps', 'packages', 'package-lock.json') === '' ? '' : ' with changes';
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}`;
  return `${day}, revision ${git('rev-parse', '--short=8', 'HEAD')}${changed}; ${machine}`;
}
