import { readdir } from 'node:fs/promises';
import { parseBlobStoreUrl } from '@mailroom/blobs';
import { statement, type Database } from '@mailroom/database';
import { BLOBS } from './blobs.js';
import { BackupError } from './backup-error.js';

const anyBlob = statement('standalone-any-blob', `${BLOBS} limit 1`);

/**
 * Refuses a folder of blobs that is missing or empty while the database names some: it was not copied or restored with
 * the rest, and mail would be shown without its content. @throws BackupError
 */
export async function refuseLostBlobs(database: Database, blobStoreUrl: string): Promise<void> {
  const location = parseBlobStoreUrl(blobStoreUrl);
  if (location.store !== 'file') return;
  const files = await readdir(location.directory).catch(() => []);
  if (files.length > 0 || (await database.query(anyBlob)).length === 0) return;
  throw new BackupError(
    `${location.directory} is missing or empty, and the database has messages that lie there: bring it from where the database came from.`,
  );
}
