import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

/** The user Postgres runs as when Mailroom runs as root. */
export type UnixUser = { readonly uid: number; readonly gid: number };

const run = promisify(execFile);

/** Postgres refuses to run as root, so when we are root all of it runs as another user. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** An existing user without rights: `postgres`, else `nobody`. We never create a user. */
export async function findUnprivilegedUser(): Promise<UnixUser> {
  const user = (await findUser('postgres')) ?? (await findUser('nobody'));
  if (user !== undefined) return user;
  throw new EmbeddedPostgresError(
    'no_unprivileged_user',
    'Postgres refuses to run as root and this system has neither a user "postgres" nor "nobody": start Mailroom as an ordinary user.',
  );
}

/**
 * Tells whether the user can pass through a directory and all above it. It checks modes only, not access control lists.
 */
export async function canEnter(user: UnixUser, directory: string): Promise<boolean> {
  let path = await realpath(directory);
  for (;;) {
    if (!(await allows(user, path, constants.S_IXOTH))) return false;
    if (dirname(path) === path) return true;
    path = dirname(path);
  }
}

/** Tells whether the user may read (and for `execute` also run) the file, once it can enter the file's directory. */
export async function canRead(user: UnixUser, file: string, execute = false): Promise<boolean> {
  return allows(user, file, execute ? constants.S_IROTH | constants.S_IXOTH : constants.S_IROTH);
}

/** `rights` are those of "others"; they are shifted to the owner or the group if the user is one of these. */
async function allows(user: UnixUser, path: string, rights: number): Promise<boolean> {
  const { mode, uid, gid } = await stat(path);
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  return ((mode >> shift) & rights) === rights;
}

async function findUser(name: string): Promise<UnixUser | undefined> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const fields = passwd
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.split(':');
  const user = toUser(fields?.[2], fields?.[3]);
  if (user !== undefined) return user;
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return toUser(uid.stdout, gid.stdout);
  } catch {
    return undefined;
  }
}

function toUser(uid: string | undefined, gid: string | undefined): UnixUser | undefined {
  const user = { uid: Number.parseInt(uid ?? '', 10), gid: Number.parseInt(gid ?? '', 10) };
  return Number.isInteger(user.uid) && Number.isInteger(user.gid) && user.uid > 0 ? user : undefined;
}
