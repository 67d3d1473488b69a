// Checks everything that can be checked without running the system. Every check runs, and all failures are shown.
import { spawnSync } from 'node:child_process';
import { bin, prepare, root } from './prepare.mjs';

await prepare();
const node = process.execPath;
const checks = [
  ['format', bin('prettier'), ['--check', '--log-level=warn', '.']],
  ['lint', bin('eslint'), ['--max-warnings=0', '.']],
  ['types', bin('tsc'), ['-p', 'tsconfig.json']],
  // Each interface has a router of its own, whose addresses its types know.
  ...['app', 'webmail', 'admin', 'reader', 'pgp-worker'].map((name) => [
    `types of ${name}`,
    bin('tsc'),
    ['-p', `apps/web/client/${name}`],
  ]),
  ['dependencies', node, ['scripts/check-dependencies.mjs']],
  ['infra', node, ['scripts/check-infra.mjs']],
  ['Helm chart', node, ['scripts/helm-chart.mjs', ...process.argv.slice(2)]],
  ['names', node, ['scripts/check-names.mjs']],
  ['tables', node, ['scripts/check-tables.mjs']],
  ['schema drift', node, ['scripts/check-schema.mjs']],
  ['OpenAPI', node, ['scripts/check-openapi.mjs', ...process.argv.slice(2)]],
  ['client', node, ['scripts/generate-client.mjs', ...process.argv.slice(2)]],
];
const failed = checks.filter(([name, command, args]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  process.stdout.write(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}\n`);
  if (status !== 0) process.stdout.write(`${stdout}${stderr}\n`);
  return status !== 0;
});
if (failed.length > 0) process.exit(1);
