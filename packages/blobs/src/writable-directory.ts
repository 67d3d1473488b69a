import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectories } from '@mailroom/concurrency';
import { BlobStoreUnusableError } from './blob-store.js';

/** What may pass while we run, and says nothing of how the store was set up. */
const passing = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE']);

/**
 * Makes sure that files can be written in a directory, by writing one: rights alone don't tell of a file system that is
 * mounted for reading. Without it a start would succeed, and then the first large message fail.
 * @throws BlobStoreUnusableError
 */
export async function requireWritable(directory: string): Promise<void> {
  const probe = join(directory, `${randomUUID()}.probe`);
  try {
    await makeDirectories(directory, 0o700);
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    await rm(probe, { force: true });
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    if (passing.has(code)) return;
    throw new BlobStoreUnusableError(`BLOB_STORE_URL: nothing can be written in ${directory} (${code}).`, { cause });
  }
}
