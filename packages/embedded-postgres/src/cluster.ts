import { chmod, chown, lchown, mkdtemp, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncDirectory } from './data-directory.js';
import { diskFull, EmbeddedPostgresError, hasErrorCode } from './embedded-postgres-error.js';
import { runPostgres } from './postgres-command.js';
import type { PostmasterLaunch } from './postgres-settings.js';
import { isAlive } from './process-status.js';

const DRAFT_PREFIX = 'postgres.new-';

/**
 * UTF-8, ordered by code point: the order then never changes with the system's libraries, which would break indexes,
 * and `lower`/`upper` still cover all of Unicode (the builtin provider's C.UTF-8, unlike plain C).
 */
const INITDB_OPTIONS = [
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
  '--set=huge_pages=off',
];

/** Makes the cluster if there is none; otherwise checks that these binaries can run it. */
export async function ensureCluster(launch: PostmasterLaunch): Promise<void> {
  const { clusterDirectory } = launch;
  await removeDrafts(dirname(clusterDirectory));
  if (!(await exists(join(clusterDirectory, 'PG_VERSION')))) await createCluster(launch);
  const version = (await readFile(join(clusterDirectory, 'PG_VERSION'), 'utf8')).trim();
  const expected = launch.binaries.majorVersion;
  if (version !== String(expected)) {
    throw new EmbeddedPostgresError(
      'wrong_major_version',
      `The database in ${clusterDirectory} was made by Postgres ${version}, but this Mailroom comes with Postgres ${expected}: start the Mailroom that made it, or dump it with Postgres ${version} and restore it into an empty data directory.`,
    );
  }
  // Postgres refuses a cluster that others may read, and copying a cluster often makes it so.
  const { mode } = await stat(clusterDirectory);
  if ((mode & 0o077) !== 0) await chmod(clusterDirectory, 0o700);
}

/**
 * Gives the superuser the launch's password through a single-user session, for a data directory whose password
 * file was lost. The cluster must not be running.
 */
export async function resetPassword(launch: PostmasterLaunch): Promise<void> {
  const statement = `ALTER ROLE postgres PASSWORD '${launch.password.replaceAll("'", "''")}'\n`;
  const args = ['--single', '-D', launch.clusterDirectory, 'postgres'];
  const { code, output } = await runPostgres(launch.binaries.postgres, args, launch.user, statement);
  if (code !== 0 || /ERROR:|FATAL:/.test(output)) {
    throw new EmbeddedPostgresError('start_failed', `Postgres's password could not be reset: ${lastLine(output)}`);
  }
}

/**
 * The cluster is made beside its final place and renamed, so neither a crash nor two simultaneous first starts leave
 * half a cluster.
 */
async function createCluster(launch: PostmasterLaunch): Promise<void> {
  const { clusterDirectory, user } = launch;
  const home = dirname(clusterDirectory);
  const draft = await mkdtemp(join(home, `${DRAFT_PREFIX}${process.pid}-`));
  try {
    if (user !== undefined) await lchown(draft, user.uid, user.gid);
    await runInitdb(launch, draft);
    await rename(join(draft, 'cluster'), clusterDirectory);
    if (launch.durable) await syncDirectory(home);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    if (!(await exists(join(clusterDirectory, 'PG_VERSION')))) throw notACluster(clusterDirectory);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function runInitdb(launch: PostmasterLaunch, draft: string): Promise<void> {
  const passwordFile = join(draft, 'password');
  const handle = await open(passwordFile, 'wx', 0o600);
  try {
    await handle.writeFile(`${launch.password}\n`);
  } finally {
    await handle.close();
  }
  if (launch.user !== undefined) await chown(passwordFile, launch.user.uid, launch.user.gid);
  const args = [`--pgdata=${join(draft, 'cluster')}`, `--pwfile=${passwordFile}`, ...INITDB_OPTIONS];
  if (!launch.durable) args.push('--no-sync');
  const { code, output } = await runPostgres(launch.binaries.initdb, args, launch.user);
  if (code === 0) return;
  if (isDiskFull(output)) throw diskFull(launch.clusterDirectory);
  throw new EmbeddedPostgresError(
    'initdb_failed',
    `The database could not be set up in ${launch.clusterDirectory}: ${lastLine(output)}`,
    { cause: new Error(output) },
  );
}

/** Tells whether Postgres's messages report a full disk. */
export function isDiskFull(output: string): boolean {
  return /No space left on device|Disk quota exceeded/.test(output);
}

/** The last message that reports a failure, else the last line. */
export function lastLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines.findLast((line) => /error:|FATAL:|PANIC:|ERROR:/.test(line)) ?? lines.at(-1) ?? 'it gave no reason';
}

async function removeDrafts(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const pid = name.startsWith(DRAFT_PREFIX) ? Number.parseInt(name.slice(DRAFT_PREFIX.length), 10) : Number.NaN;
    if (pid > 0 && !isAlive(pid)) await rm(join(home, name), { recursive: true, force: true });
  }
}

function notACluster(directory: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'not_a_cluster',
    `${directory} holds files but no database: move it away, or set MAILROOM_DATA_DIR to another directory.`,
  );
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
