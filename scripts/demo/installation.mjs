// An installation of its own for a demo: everything in one process, in a folder that goes with it.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../prepare.mjs';

/** Runs `demo` with a Mailroom that is stopped and deleted after it. @param settings variables of its environment */
export async function withInstallation(demo, settings = {}) {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'mailroom-demo-'));
  // If this is root, Postgres runs as another user.
  chmodSync(dataDirectory, 0o755);
  const env = {
    ...process.env,
    MAILROOM_DATA_DIR: dataDirectory,
    MAILROOM_HTTP_PORT: '0',
    MAILROOM_SMTP_PORT: '0',
    LOG_LEVEL: 'error',
    ...settings,
  };
  const mailroom = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await demo({ ...(await placesOf(mailroom)), ops: (...args) => runOps(env, args) });
  } finally {
    mailroom.kill('SIGTERM');
    await new Promise((resolve) => (mailroom.exitCode === null ? mailroom.once('exit', resolve) : resolve()));
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

/** Where it listens, from its first lines. */
function placesOf(mailroom) {
  return new Promise((resolve, reject) => {
    let said = '';
    mailroom.stdout.on('data', (chunk) => {
      said += chunk;
      const [, baseUrl] = /API +(\S+)\/api\/agent\/v1/.exec(said) ?? [];
      const [, port] = /SMTP +\S+:(\d+)/.exec(said) ?? [];
      if (baseUrl !== undefined && port !== undefined) resolve({ baseUrl, smtpPort: Number(port) });
    });
    mailroom.once('exit', () => reject(new Error('Mailroom did not start.')));
  });
}

/** Runs `npm run ops -- …` as a person would, and shows what it says. */
function runOps(env, args) {
  process.stdout.write(`  $ npm run ops -- ${args.join(' ')}\n`);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/ops.mjs', ...args], { cwd: root, env });
  for (const line of `${stdout}${stderr}`.trimEnd().split('\n')) process.stdout.write(`    ${line}\n`);
  if (status !== 0) throw new Error(`ops ${args.join(' ')} failed.`);
}
