// Runs the longest suites first, so that no worker is left alone with one at the end. The times are those of the latest
// `npm test -- --record-times`; a suite that has none comes first.
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
    return [...tests].sort((a, b) => order(timeOf(a), timeOf(b)) || a.path.localeCompare(b.path));
  }
}
