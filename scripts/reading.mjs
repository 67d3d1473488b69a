// Measures how mail is read: codes, links, quotes, bounces, injections, ordinary, dates; all of them, or those that are
// named. `--brief` prints only the totals, `--show` also the mails that were read wrong, except those that are kept apart,
// which takes `--show-apart`: whoever works on the reader must not see them.
import { fail, prepare, root } from './prepare.mjs';

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const has = (option) => process.argv.includes(option);

await prepare();
const { kinds, report } = await import(`${root}/packages/message/test/unseen/score/parts.mjs`);
const unknown = asked.find((kind) => kinds[kind] === undefined);
if (unknown !== undefined) fail(`${unknown} is none of: ${Object.keys(kinds).join(', ')}.`);
const { isAddressFailure } = await import(`${root}/packages/sending/dist/suppression-rules.js`);

const print = (line) => process.stdout.write(`${line}\n`);
for (const kind of asked.length > 0 ? asked : Object.keys(kinds)) {
  report(kinds[kind](isAddressFailure), {
    show: has('--show'),
    showApart: has('--show-apart'),
    brief: has('--brief'),
    print,
  });
}
