import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseDocument } from 'yaml';

const WORKFLOW = '.github/workflows/ci.yml';
const OWNERS = '.github/CODEOWNERS';

/** What is wrong with the workflow, the templates and the owners. */
export function checkGitHub(root, variables) {
  const files = ['.github/workflows', '.github/ISSUE_TEMPLATE'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  );
  const failures = files.flatMap((file) =>
    parseDocument(readFileSync(join(root, file), 'utf8')).errors.map(({ message }) => `${file}: ${message}`),
  );
  return failures.length > 0 ? failures : [...checkWorkflow(root, variables), ...checkOwners(root)];
}

function checkWorkflow(root, variables) {
  const { permissions, jobs } = parse(readFileSync(join(root, WORKFLOW), 'utf8'));
  const built = jobs.image.strategy.matrix.app;
  const problems = [...variables.apps, 'standalone']
    .filter((app) => !built.includes(app))
    .map((app) => `${WORKFLOW} builds no image of ${app}.`);
  if (JSON.stringify(permissions) !== '{"contents":"read"}') problems.push(`${WORKFLOW} may write.`);
  return problems;
}

function checkOwners(root) {
  const owned = readFileSync(join(root, OWNERS), 'utf8').split(/\s+/);
  return readdirSync(join(root, 'apps'))
    .map((app) => `/apps/${app}/`)
    .filter((folder) => !owned.includes(folder))
    .map((folder) => `${OWNERS}: nobody owns ${folder}.`);
}
