// Checks that the containers and manifests fit the apps and, where they are installed, that kubectl and docker compose
// can read them.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkInfra } from './infra/check.mjs';
import { fail, root } from './prepare.mjs';

const problems = checkInfra(root);
const env = { ...process.env, POSTGRES_PASSWORD: 'x', S3_SECRET_KEY: 'x', MAILROOM_SECRET_KEY: 'x' };
const isThere = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

function read(command, ...args) {
  const { status, stderr } = spawnSync(command, args, { cwd: root, env, encoding: 'utf8' });
  if (status !== 0) problems.push(`${[command, ...args].join(' ')}: ${stderr.trim()}`);
}

if (isThere('kubectl', 'version', '--client')) {
  for (const name of readdirSync(join(root, 'k8s/overlays'))) read('kubectl', 'kustomize', `k8s/overlays/${name}`);
}
if (isThere('docker', 'compose', 'version')) read('docker', 'compose', 'config', '--quiet');
if (problems.length > 0) fail(problems.join('\n'));
