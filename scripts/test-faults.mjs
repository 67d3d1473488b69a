// Runs the fault scenarios, one after the other: in their long form, or with --short in the one that goes with every
// change. Other arguments go to Jest.
import { prepare } from './prepare.mjs';
import { runJest } from './test/jest.mjs';
import { describeSlowest } from './test/suites.mjs';

const args = process.argv.slice(2);
const form = args.includes('--short') ? 'short' : 'long';

await prepare();
const run = runJest(['--runInBand', ...args.filter((argument) => argument !== '--short')], { FAULTS: form });
process.stdout.write(describeSlowest(run.suites));
process.stdout.write(`${run.passed} passed, ${run.failed} failed\n`);
process.exit(run.ok ? 0 : 1);
