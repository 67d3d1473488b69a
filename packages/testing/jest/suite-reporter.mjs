// Writes one line of JSON for each suite that has run, to the file in MAILROOM_TEST_SUITES: which one, in which project,
// how long it took, and whether it failed.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

export default class SuiteReporter {
  constructor(globalConfig) {
    this.rootDir = globalConfig.rootDir;
  }

  onTestResult({ path, context }, { perfStats, numFailingTests, testExecError }) {
    const file = process.env.MAILROOM_TEST_SUITES;
    if (!file) return;
    const suite = {
      project: context.config.displayName.name,
      path: relative(this.rootDir, path),
      seconds: Math.round((perfStats.end - perfStats.start) / 100) / 10,
      failed: numFailingTests > 0 || Boolean(testExecError),
    };
    appendFileSync(file, `${JSON.stringify(suite)}\n`);
  }
}
