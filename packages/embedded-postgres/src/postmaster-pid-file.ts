import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from './embedded-postgres-error.js';

const NAME = 'postmaster.pid';

/** Postgres's lock file; its last line says how far the server has come. */
export type PostmasterPidFile = {
  /** Undefined while another start is writing the file, or when a crash left it empty. */
  readonly pid: number | undefined;
  readonly port: number | undefined;
  readonly status: string;
  readonly text: string;
};

/** Reads the lock file of a cluster; undefined if there is none. miscadmin.h defines its lines (LOCK_FILE_LINE_*). */
export async function readPidFile(clusterDirectory: string): Promise<PostmasterPidFile | undefined> {
  try {
    const text = await readFile(join(clusterDirectory, NAME), 'utf8');
    const lines = text.split('\n');
    return { pid: toNumber(lines[0]), port: toNumber(lines[3]), status: lines[7]?.trim() ?? '', text };
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * Removes a lock file whose process id belongs to another program, which Postgres itself would take for a running
 * server. Another start may have put a fresh file there, so the file is moved away, read, and put back if it is fresh.
 */
export async function removeStalePidFile(clusterDirectory: string, stale: PostmasterPidFile): Promise<void> {
  const path = join(clusterDirectory, NAME);
  const aside = `${path}.stale-${randomBytes(4).toString('hex')}`;
  try {
    await rename(path, aside);
    if ((await readFile(aside, 'utf8')) !== stale.text) await link(aside, path);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT', 'EEXIST')) throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

/** The id is negative while a single-user session runs. */
function toNumber(line: string | undefined): number | undefined {
  const value = Math.abs(Number.parseInt(line ?? '', 10));
  return value > 0 ? value : undefined;
}
