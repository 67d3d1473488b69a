import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openBlobStore } from '@mailroom/blobs';
import type { InstallationConfig } from '../installation.config.js';
import { findDatabase } from '../ops/find-database.js';
import { BackupError } from './backup-error.js';
import type { Manifest } from './manifest.js';
import { writeBackup } from './write-backup.js';

/** Backs up the installation of a data directory, whether it runs or not. */
export async function backUp(config: InstallationConfig, path: string): Promise<Manifest> {
  const { dataDirectory, blobStoreUrl } = config;
  // An empty installation must not be made here, and its backup taken for the one that was meant.
  if (!existsSync(join(dataDirectory, 'postgres-password'))) {
    throw new BackupError(`There is no installation in ${dataDirectory}: set MAILROOM_DATA_DIR to its data directory.`);
  }
  const database = await findDatabase(config);
  const blobs = await openBlobStore(blobStoreUrl);
  try {
    return await writeBackup({ databaseUrl: database.url, blobs, dataDirectory }, path);
  } finally {
    await blobs.close();
    await database.stop();
  }
}
