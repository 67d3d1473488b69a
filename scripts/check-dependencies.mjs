// Checks that no package in the lockfile has a version known to be bad, that each is pinned and checked by a hash, that
// every package of ours names what it imports, and that no imports go in a circle.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemsOfCircles } from './dependencies/circles.mjs';
import { problemsOfDeclarations } from './dependencies/declared.mjs';
import { problemsOfLock } from './dependencies/known-bad.mjs';
import { fail, root } from './prepare.mjs';

const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const problems = [
  ...problemsOfLock(read('package-lock.json'), read('infra/known-bad-versions.json')),
  ...problemsOfDeclarations(root),
  ...problemsOfCircles(root),
];
if (problems.length > 0) fail(problems.join('\n'));
