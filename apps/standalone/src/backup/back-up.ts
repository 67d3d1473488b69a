import { openBlobStore } from '@mailroom/blobs';
import { StartedParts } from '@mailroom/concurrency';
import type { InstallationConfig } from '../installation.config.js';
import { findDatabase } from '../ops/find-database.js';
import type { Manifest } from './manifest.js';
import { writeBackup } from './write-backup.js';

/** Backs up the installation of a data directory, whether it runs or not. */
export async function backUp(config: InstallationConfig, path: string): Promise<Manifest> {
  const { dataDirectory, blobStoreUrl } = config;
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
