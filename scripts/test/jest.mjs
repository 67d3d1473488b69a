import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../prepare.mjs';
import { readSuites } from './suites.mjs';

/** Runs Jest, and counts what passed, what failed, and which suites there were. A test that was skipped has failed. */
export function runJest(args, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'mailroom-test-'));
  const [results, suites] = [join(folder, 'results.json'), join(folder, 'suites.jsonl')];
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const { status } = spawnSync(
    process.execPath,
    ['--experimental-vm-modules', jest, '--json', `--outputFile=${results}`, ...args],
    {
      cwd: root,
      // Jest's own report goes to standard error; the JSON on standard output is only for the file.
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_NO_WARNINGS: '1', MAILROOM_TEST_SUITES: suites, ...env },
    },
  );
  const counts = count(results);
  const ran = existsSync(suites) ? readSuites(suites) : [];
  rmSync(folder, { recursive: true, force: true });
  return { ...counts, suites: ran, ok: status === 0 && counts.failed === 0 && counts.passed > 0 };
}

function count(results) {
  try {
    const report = JSON.parse(readFileSync(results, 'utf8'));
    const skipped = report.numPendingTests + report.numTodoTests;
    if (skipped > 0) process.stderr.write(`${skipped} tests were skipped, which counts as a failure.\n`);
    const broken = report.numRuntimeErrorTestSuites;
    return { passed: report.numPassedTests, failed: report.numFailedTests + skipped + broken, skipped };
  } catch (error) {
    process.stderr.write(`Jest left no results: ${error.message}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
