// Runs the suites of separate processes first, because these processes can end after the last of them (see
// `suite-reporter.mjs`). Of each project the longest suites come first, so that no worker is left alone with one at the
// end. The times are those of the latest `npm test -- --record-times`; a suite that has none comes first.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRequire } from 'node:module';

const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');
const file = fileURLToPath(new URL('suite-times.json', import.meta.url));

export default class ByRecordedTime extends Sequencer {
  sort(tests) {
    const seconds = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    const timeOf = ({ path, context }) => {
      const { rootDir, displayName } = context.config;
      return seconds[displayName.name]?.[relative(rootDir, path)] ?? Infinity;
    };
    const order = (a, b) => (a === b ? 0 : b - a);
    const isLater = ({ context }) => Number(context.config.displayName.name !== 'separate');
    return [...tests].sort(
      (a, b) => isLater(a) - isLater(b) || order(timeOf(a), timeOf(b)) || a.path.localeCompare(b.path),
    );
  }
}
