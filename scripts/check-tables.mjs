// SQL stands in repositories, and each touches the tables of its own package, or what ARCHITECTURE.md allows it.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from './prepare.mjs';
import { tableProblems } from './tables/check.mjs';

const textOf = (path) => readFileSync(join(root, path), 'utf8');
const schemas = 'packages/database/prisma/schema';
const listing = ['ls-files', '--cached', '--others', '--exclude-standard', 'apps/*/src/**.ts', 'packages/*/src/**.ts'];
const paths = execFileSync('git', listing, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

const problems = tableProblems({
  schema: readdirSync(join(root, schemas))
    .map((name) => textOf(`${schemas}/${name}`))
    .join('\n'),
  architecture: textOf('ARCHITECTURE.md'),
  files: paths.filter((path) => !path.includes('/generated/')).map((path) => [path, textOf(path)]),
});
if (problems.length > 0) fail(problems.join('\n'));
