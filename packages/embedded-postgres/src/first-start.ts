import { stat } from 'node:fs/promises';
import type { DataDirectory } from './data-directory.js';
import { hasErrorCode } from './embedded-postgres-error.js';

/** Is there from before the first file of a data directory until its cluster is complete. */
const UNFINISHED = 'postgres-unfinished';
/** The start makes these before the cluster. */
const EARLY_SIGNS = ['postgres-password', 'postgres-location'];
/** These come only once there is a database. */
const LATE_SIGNS = ['manager-token', 'database-url', 'blobs'];

/**
 * Tells a first start, also one that goes on after it was interrupted, from a data directory that has lost its
 * database: an empty one in its place would look like lost mail. Returns the file that speaks of a database; undefined
 * where a cluster may be made.
 */
export async function beginFirstStart(data: DataDirectory): Promise<string | undefined> {
  // The signs come first: of two starts at once, one may be writing them, and it has marked them as unfinished before.
  const late = await findFirst(data, LATE_SIGNS);
  const early = await findFirst(data, EARLY_SIGNS);
  if (late !== undefined) return late;
  if (early !== undefined) return (await exists(data, UNFINISHED)) ? undefined : early;
  await data.createOnce(UNFINISHED, 'The database is being made: Mailroom removes this file when it is complete.\n');
  return undefined;
}

/** The cluster is complete, and from now on it must never be missing. */
export async function endFirstStart(data: DataDirectory): Promise<void> {
  await data.remove(UNFINISHED);
}

async function findFirst(data: DataDirectory, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) if (await exists(data, name)) return name;
  return undefined;
}

async function exists(data: DataDirectory, name: string): Promise<boolean> {
  try {
    await stat(data.file(name));
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return false;
    throw error;
  }
}
