import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasErrorCode } from './embedded-postgres-error.js';

/** Makes a directory and those above it that are missing. Node's own `recursive` tries for ever below `/proc`. */
export async function makeDirectories(path: string, mode: number): Promise<void> {
  try {
    await make(path, mode);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT') || dirname(path) === path) throw error;
    await makeDirectories(dirname(path), mode);
    await make(path, mode);
  }
}

/** A directory that is there stays as it is. */
async function make(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const isThere = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isThere) throw error;
  }
}
