// Writes one line of JSON for each suite that has run, to the file in MAILROOM_TEST_SUITES: which one, in which project,
// how long it took, and whether it failed. After the last suite of separate processes it has these stopped.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

const projectOf = ({ context }) => context.config.displayName.name;

export default class SuiteReporter {
  /** The suites of separate processes that are running. */
  #running = 0;
  /** Whether all of them have begun; they come first (see `by-recorded-time.mjs`). */
  #allBegun = false;

  constructor(globalConfig) {
    this.rootDir = globalConfig.rootDir;
  }

  onTestFileStart(test) {
    if (projectOf(test) === 'separate') {
      this.#running += 1;
      return undefined;
    }
    const isFirst = !this.#allBegun;
    this.#allBegun = true;
    return isFirst ? this.#stopUnused() : undefined;
  }

  onTestResult(test, result) {
    this.#write(test, result);
    if (projectOf(test) !== 'separate') return undefined;
    this.#running -= 1;
    return this.#stopUnused();
  }

  /** What nobody uses any more would take an eighth of two cores until the end of the run. */
  async #stopUnused() {
    if (this.#allBegun && this.#running === 0) await globalThis.mailroomTest.installations.closeForm('separate');
  }

  #write({ path, context }, { perfStats, numFailingTests, testExecError }) {
    const file = process.env.MAILROOM_TEST_SUITES;
    if (!file) return;
    const suite = {
      project: projectOf({ context }),
      path: relative(this.rootDir, path),
      seconds: Math.round((perfStats.end - perfStats.start) / 100) / 10,
      failed: numFailingTests > 0 || Boolean(testExecError),
    };
    appendFileSync(file, `${JSON.stringify(suite)}\n`);
  }
}
