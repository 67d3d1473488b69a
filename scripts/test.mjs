// Runs the tests of every day; the last line says how many passed and failed. Arguments go to Jest, which runs the suites
// that they name, but for these:
// --all runs what is left to CI as well (see `test/everyday.mjs`), and every e2e suite in both forms;
// --record-times runs all of that too, and keeps how long each suite took, by which later runs are ordered;
// --again-alone runs the suites that failed once more, one at a time with nothing beside them, and counts that.
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';
import { describeLeftToCi } from './test/everyday.mjs';
import { runJest } from './test/jest.mjs';
import { describeSlowest, recordTimes } from './test/suites.mjs';

const TIMES = fileURLToPath(new URL('../packages/testing/jest/suite-times.json', import.meta.url));
/** More than these are not the machine's fault. */
const MAX_AGAIN = 8;

const own = ['--record-times', '--again-alone', '--all'];
const options = new Set(process.argv.filter((argument) => own.includes(argument)));
const args = process.argv.slice(2).filter((argument) => !own.includes(argument));

const isWhole = options.has('--all') || options.has('--record-times') || args.includes('--selectProjects');
process.env.MAILROOM_TESTS = isWhole ? 'all' : args.length > 0 ? 'named' : 'everyday';

await prepare();
const begun = Date.now();
const run = runJest(args);
process.stdout.write(describeSlowest(run.suites));
if (options.has('--record-times') && run.ok) recordTimes(TIMES, run.suites);
const { passed, failed, ok } = options.has('--again-alone') && !run.ok ? again(run) : run;
if (process.env.MAILROOM_TESTS === 'everyday') process.stdout.write(describeLeftToCi());
const minutes = ((Date.now() - begun) / 60_000).toFixed(1);
process.stdout.write(`${minutes} minutes\n${passed} passed, ${failed} failed\n`);
process.exit(ok ? 0 : 1);

/** A suite that only fails beside others is named, so that somebody looks at it. */
function again(first) {
  const suspects = first.suites.filter((suite) => suite.failed);
  if (suspects.length === 0 || suspects.length > MAX_AGAIN || first.skipped > 0) return first;
  const names = suspects.map(({ project, path }) => `${project} ${path}`);
  process.stdout.write(`Once more, each alone: ${names.join(', ')}\n`);
  const runs = suspects.map(({ project, path }) =>
    runJest(['--runInBand', '--selectProjects', project, '--runTestsByPath', path]),
  );
  const failed = runs.reduce((sum, one) => sum + (one.ok ? 0 : Math.max(1, one.failed)), 0);
  if (failed === 0) process.stdout.write(`Failed beside others, and passed alone: ${names.join(', ')}\n`);
  return { passed: first.passed + (failed === 0 ? first.failed : 0), failed, ok: failed === 0 };
}
