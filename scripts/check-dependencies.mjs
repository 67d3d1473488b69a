// No package of the lock is of a version that is known to be bad, and each is pinned and checked by a hash.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemsOfLock } from './dependencies/known-bad.mjs';
import { fail, root } from './prepare.mjs';

const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const problems = problemsOfLock(read('package-lock.json'), read('infra/known-bad-versions.json'));
if (problems.length > 0) fail(problems.join('\n'));
