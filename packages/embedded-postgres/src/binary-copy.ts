import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeDirectories } from '@mailroom/concurrency';
import { syncDirectory } from './data-directory.js';
import { hasErrorCode } from './embedded-postgres-error.js';
import { isAlive } from './process-status.js';

/** These are needed only to compile against Postgres. */
const NOT_NEEDED = /(\.a|^pkgconfig|^pgxs)$/;

type CopiedFile = { readonly path: string; readonly bytes: number; readonly executable: boolean };

/**
 * Copies the binaries to `target` unless a complete copy is there, and returns `target`. The copy is made beside it,
 * synced and renamed, so that a partial copy never has the final name; a copy that lost files since is replaced.
 */
export async function copyBinaries(
  native: string,
  target: string,
  finish: (directory: string) => Promise<boolean>,
): Promise<string> {
  const files = await listFiles(native);
  if (await isWhole(target, files)) {
    await finish(target);
    return target;
  }
  const parent = dirname(target);
  await makeDirectories(parent, 0o755);
  await removeLeftovers(parent, basename(target));
  const draft = `${target}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    await copyTree(native, draft, files);
    await finish(draft);
    await putInPlace(draft, target, files);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return target;
}

/** Regular files below `root`, as relative paths; links are not followed, because `finish` makes them again. */
async function listFiles(root: string, below = ''): Promise<CopiedFile[]> {
  const files: CopiedFile[] = [];
  for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (NOT_NEEDED.test(entry.name)) continue;
    if (entry.isDirectory()) files.push(...(await listFiles(root, path)));
    if (!entry.isFile()) continue;
    const { size, mode } = await stat(join(root, path));
    files.push({ path, bytes: size, executable: (mode & 0o111) !== 0 || below === 'bin' });
  }
  return files;
}

async function isWhole(directory: string, files: readonly CopiedFile[]): Promise<boolean> {
  try {
    for (const { path, bytes, executable } of files) {
      const { size, mode } = await stat(join(directory, path));
      if (size !== bytes || (executable && (mode & 0o555) !== 0o555)) return false;
    }
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}

/** Modes are set explicitly: the source's may exclude others, and the umask may restrict ours. */
async function copyTree(from: string, to: string, files: readonly CopiedFile[]): Promise<void> {
  const directories = new Set<string>();
  for (const { path, executable } of files) {
    const directory = dirname(join(to, path));
    if (!directories.has(directory)) {
      await makePassable(directory, to, directories);
    }
    await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE);
    await chmod(join(to, path), executable ? 0o755 : 0o644);
    await syncFile(join(to, path));
  }
  for (const directory of directories) await syncDirectory(directory);
}

async function makePassable(directory: string, root: string, made: Set<string>): Promise<void> {
  await makeDirectories(directory, 0o755);
  for (let path = directory; !made.has(path); path = dirname(path)) {
    await chmod(path, 0o755);
    made.add(path);
    if (path === root) return;
  }
}

async function putInPlace(draft: string, target: string, files: readonly CopiedFile[]): Promise<void> {
  try {
    await rename(draft, target);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) throw error;
    // Another start has put a complete copy there, or a damaged one is there.
    if (await isWhole(target, files)) return;
    await rename(target, `${draft}-damaged`);
    await rename(draft, target);
    await rm(`${draft}-damaged`, { recursive: true, force: true });
  }
  await syncDirectory(dirname(target));
}

/** Removes what is left of copies that were killed half way. */
async function removeLeftovers(parent: string, name: string): Promise<void> {
  for (const entry of await readdir(parent)) {
    const pid = entry.startsWith(`${name}.new-`) ? Number.parseInt(entry.slice(name.length + 5), 10) : Number.NaN;
    if (pid > 0 && !isAlive(pid)) await rm(join(parent, entry), { recursive: true, force: true });
  }
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
