import { createHash } from 'node:crypto';
import { chmod, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeDirectories } from '@mailroom/concurrency';
import type { DataDirectory } from './data-directory.js';
import { EmbeddedPostgresError, hasErrorCode } from './embedded-postgres-error.js';
import { beginFirstStart } from './first-start.js';
import { canEnter, findUnprivilegedUser, isRoot, type UnixUser } from './unprivileged-user.js';

/**
 * The directory for the cluster and copied binaries when root's Postgres can't reach the data directory or
 * node_modules.
 */
export const SYSTEM_DIRECTORY = '/var/lib/mailroom';
const LOCATION_FILE = 'postgres-location';
const RECORDED_LOCATION = new RegExp(`^${SYSTEM_DIRECTORY}/[0-9a-f]{16}/postgres$`);

/** The cluster's directory and the user that runs Postgres (undefined: the user that runs Mailroom). */
export type ClusterPlace = { readonly directory: string; readonly user: UnixUser | undefined };

/**
 * Decides both, once: an existing cluster stays where it is and keeps its owner, whatever happens to the modes above
 * it, because if it seemed to vanish, people would think that their mail is lost.
 */
export async function findClusterPlace(data: DataDirectory): Promise<ClusterPlace> {
  const found = await findCluster(data);
  if (found !== undefined) return found;
  const sign = await beginFirstStart(data);
  if (sign === undefined) return choosePlace(data);
  // Another start may have made the cluster since we looked.
  const made = await findCluster(data);
  if (made === undefined) throw clusterMissing(data, await clusterDirectory(data), sign);
  return made;
}

async function findCluster(data: DataDirectory): Promise<ClusterPlace | undefined> {
  const directory = await clusterDirectory(data);
  const owner = await findOwner(directory);
  return owner === undefined ? undefined : { directory, user: await checkOwner(directory, owner) };
}

async function choosePlace(data: DataDirectory): Promise<ClusterPlace> {
  const directory = await clusterDirectory(data);
  if (!isRoot()) return { directory, user: undefined };
  const user = await findUnprivilegedUser();
  if (directory !== data.file('postgres')) await makeSystemDirectory(dirname(directory));
  if (await canEnter(user, dirname(directory))) return { directory, user };
  return { directory: await chooseSystemDirectory(data), user };
}

/** Makes a directory below `/var/lib` that Postgres's user can pass through, whatever the umask. */
export async function makeSystemDirectory(directory: string): Promise<void> {
  for (const path of [SYSTEM_DIRECTORY, directory]) {
    await makeDirectories(path, 0o755);
    await chmod(path, 0o755);
  }
}

async function clusterDirectory(data: DataDirectory): Promise<string> {
  return (await readLocation(data)) ?? data.file('postgres');
}

async function readLocation(data: DataDirectory): Promise<string | undefined> {
  const location = (await data.read(LOCATION_FILE))?.trim();
  if (location === undefined || RECORDED_LOCATION.test(location)) return location;
  throw new EmbeddedPostgresError(
    'data_directory_unusable',
    `${data.file(LOCATION_FILE)} doesn't name a directory of Mailroom below ${SYSTEM_DIRECTORY}: restore it from a backup.`,
  );
}

async function findOwner(directory: string): Promise<UnixUser | undefined> {
  try {
    await stat(join(directory, 'PG_VERSION'));
    const { uid, gid } = await stat(directory);
    return { uid, gid };
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    if (hasErrorCode(error, 'EACCES')) throw wrongOwner(directory, 'another user');
    throw error;
  }
}

async function checkOwner(directory: string, owner: UnixUser): Promise<UnixUser | undefined> {
  if (!isRoot()) {
    if (owner.uid === process.getuid?.()) return undefined;
    throw wrongOwner(directory, `user ${owner.uid}`);
  }
  if (owner.uid === 0) throw wrongOwner(directory, 'root, and Postgres refuses to run as root');
  if (await canEnter(owner, dirname(directory))) return owner;
  throw new EmbeddedPostgresError(
    'data_directory_unusable',
    `Postgres runs as user ${owner.uid}, which can't reach ${directory} any more: run "chmod a+x" on the directories above it.`,
  );
}

function wrongOwner(directory: string, owner: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'wrong_owner',
    `The database in ${directory} belongs to ${owner}: start Mailroom as the user that made it, or as root after "chown -R" to an ordinary user.`,
  );
}

function clusterMissing(data: DataDirectory, directory: string, sign: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'cluster_missing',
    `${data.path} is that of an installation (it holds ${sign}), but its database ${directory} is missing: bring that directory back from the same backup, set DATABASE_URL if the database is elsewhere, or set MAILROOM_DATA_DIR to an empty directory to begin anew.`,
  );
}

/**
 * A directory that was deleted and created again is a different one and gets an empty cluster; hence inode and birth
 * time.
 */
async function chooseSystemDirectory(data: DataDirectory): Promise<string> {
  const { ino, birthtimeNs } = await stat(data.path, { bigint: true });
  const hash = createHash('sha256').update(`${data.path}\0${ino}\0${birthtimeNs}`).digest('hex').slice(0, 16);
  const home = join(SYSTEM_DIRECTORY, hash);
  await makeSystemDirectory(home);
  await writeFile(join(home, 'data-directory'), `${data.path}\n`);
  return (await data.createOnce(LOCATION_FILE, `${join(home, 'postgres')}\n`)).trim();
}
