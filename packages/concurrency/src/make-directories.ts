import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a directory and those above it that are missing, however many make them at once. Node's own `recursive` tries for
 * ever below `/proc`.
 */
export async function makeDirectories(path: string, mode: number): Promise<void> {
  try {
    await make(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
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
