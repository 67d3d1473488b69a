// Brings a checkout to the point where it can run: installs dependencies from the lockfile, then builds what is
// missing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './checkout/lock.mjs';
import { isInstalled, stampInstalled } from './checkout/modules.mjs';
import { usersOf } from './checkout/users.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

export function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** A program of node_modules/.bin. */
export const bin = (name) => join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);

/** Installs and builds what is missing; processes that start together do it one after the other. */
export async function prepare() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Mailroom needs Node.js 20.19 or newer, not ${process.version}.`);
  const waiting = () => process.stderr.write('Another command is preparing this checkout; waiting for it …\n');
  await withLock(join(root, '.preparing'), prepareAlone, waiting);
}

async function prepareAlone() {
  if (!isInstalled(root)) await install();
  stampInstalled(root);
  await build();
}

async function install() {
  const [user] = usersOf(root);
  if (user !== undefined) {
    fail(`The dependencies have changed, and Mailroom is running from this checkout (process ${user}): stop it first.`);
  }
  process.stderr.write('Installing what is missing (npm ci) …\n');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : [npmCommand(), []];
  const { code } = await run(command, [...first, ...args], { stdio: ['ignore', 2, 2] });
  if (code !== 0) process.exit(code ?? 130);
}

const npmCommand = () => (process.platform === 'win32' ? 'npm.cmd' : 'npm');

/** Anything built from the same inputs before comes from turbo's cache. */
async function build() {
  const { code, output } = await run(bin('turbo'), ['run', 'build', '--output-logs=errors-only'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
  });
  if (code !== 0) fail(`${output}\nThe build failed.`);
}

/** Runs a command in the checkout. Its code is null if a signal ended it; its output is what was piped. */
async function run(command, args, options) {
  const child = spawn(command, args, { cwd: root, ...options });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close').catch((error) => fail(`${command} could not be started: ${error.message}`));
  return { code, output };
}
