// Brings a checkout to the point where it can run: dependencies from the lockfile, then what has to be built.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.mailroom-lock');

/** Runs a command in the checkout; a failure ends this process with its code, after its output was shown. */
export function run(command, args, options = {}) {
  const { status, signal, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) fail(`${command} could not be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? (signal === 'SIGINT' ? 130 : 1));
}

export function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** A program of node_modules/.bin. */
export const bin = (name) => join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function isInstalled() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === lockHash();
  return statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

function install() {
  process.stdout.write('Installing what is missing (npm ci) …\n');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm?.endsWith('.js')) run(process.execPath, [npm, ...args]);
  else run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args);
}

export function prepare() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Mailroom needs Node.js 20.19 or newer, not ${process.version}.`);
  if (!isInstalled()) install();
  writeFileSync(stamp, lockHash());
  build();
}

/** What was built from the same inputs before comes out of turbo's cache. */
function build() {
  const { status, stdout, stderr } = spawnSync(bin('turbo'), ['run', 'build', '--output-logs=errors-only'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
  });
  if (status === 0) return;
  fail(`${stdout}${stderr}\nThe build failed.`);
}
