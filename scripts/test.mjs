// Runs every test; the last line says how many passed and failed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

await prepare();
const folder = mkdtempSync(join(tmpdir(), 'mailroom-test-'));
const results = join(folder, 'results.json');
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const { status } = spawnSync(
  process.execPath,
  ['--experimental-vm-modules', jest, '--json', `--outputFile=${results}`, ...process.argv.slice(2)],
  {
    cwd: root,
    // Jest's own report goes to standard error; the JSON on standard output is only for the file.
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  },
);
const { passed, failed } = read();
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(status === 0 && failed === 0 && passed > 0 ? 0 : 1);

function read() {
  try {
    const report = JSON.parse(readFileSync(results, 'utf8'));
    const skipped = report.numPendingTests + report.numTodoTests;
    if (skipped > 0) process.stderr.write(`${skipped} tests were skipped, which counts as a failure.\n`);
    const broken = report.numRuntimeErrorTestSuites;
    return { passed: report.numPassedTests, failed: report.numFailedTests + skipped + broken };
  } catch (error) {
    process.stderr.write(`Jest left no results: ${error.message}\n`);
    return { passed: 0, failed: 1 };
  }
}
