// Measures recall and precision of one-time codes and links: over mails that nobody has tuned to (packages/message/test/
// unseen), and then over the corpus of packages/message/test/extraction, as text and as HTML. `--brief` and `--show` are
// those of scripts/reading.mjs.
import { prepare } from './prepare.mjs';

await prepare();
const { judge, TARGETS } = await import('../packages/message/test/extraction/score.mjs');
const { extract, readHtml } = await import('../packages/message/dist/index.js');
const { rows, totals, mistakes } = judge(extract, readHtml);

const { kinds, report } = await import('../packages/message/test/unseen/score/parts.mjs');
const [brief, show] = ['--brief', '--show'].map((option) => process.argv.includes(option));

const percent = (value) => (value === null ? '–' : `${(100 * value).toFixed(1)} %`).padStart(9);
const print = (line) => process.stdout.write(`${line}\n`);
const unseen = ['codes', 'links'].flatMap((kind) => kinds[kind]()).filter(({ part }) => part !== 'tuned');
report(unseen, { brief, show, showB: false, print });
print('\ncodes and links, tuned to');
print('language  mails   codes: recall  precision    links: recall  precision');
for (const { language, mails, codes, links } of [...rows, ...totals]) {
  const scores = `${percent(codes.recall)}  ${percent(codes.precision)}        ${percent(links.recall)}  ${percent(links.precision)}`;
  print(`${language.padEnd(8)}  ${String(mails).padStart(5)}      ${scores}`);
}
if (process.argv.includes('--mistakes')) for (const mistake of mistakes) print(JSON.stringify(mistake));
const failed = totals.some(({ codes, links }) =>
  [codes, links].some(({ recall, precision }) => recall < TARGETS.recall || precision < TARGETS.precision),
);
print(
  `${failed ? 'below' : 'at or above'} the targets: recall ${percent(TARGETS.recall)}, precision ${percent(TARGETS.precision)}`,
);
if (failed) process.exit(1);
