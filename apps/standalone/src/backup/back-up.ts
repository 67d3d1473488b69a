import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openBlobStore } from '@mailroom/blobs';
import { StartedParts } from '@mailroom/concurrency';
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
  const parts = new StartedParts();
  try {
    const { url: databaseUrl, stop } = await findDatabase(config);
    parts.add(stop);
    const blobs = parts.open(await openBlobStore(blobStoreUrl));
    return await writeBackup({ databaseUrl, blobs, dataDirectory }, path);
  } finally {
    await parts.close();
  }
}
