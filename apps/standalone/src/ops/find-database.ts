import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '@mailroom/database';
import { startEmbeddedPostgres } from '@mailroom/embedded-postgres';
import { refuseMarked, refuseMissing } from '../backup/installation-mark.js';
import type { InstallationConfig } from '../installation.config.js';

export type FoundDatabase = {
  readonly url: string;
  readonly stop: () => Promise<void>;
};

/** The database that DATABASE_URL names, or that of the data directory, which is started where it does not run. */
export async function findDatabase(config: InstallationConfig): Promise<FoundDatabase> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: async () => {} };
  await refuseMarked(config.dataDirectory);
  await refuseMissing(config.dataDirectory);
  const running = (await readFile(join(config.dataDirectory, 'database-url'), 'utf8').catch(() => '')).trim();
  if (running !== '' && (await answers(running))) return { url: running, stop: async () => {} };
  const postgres = await startEmbeddedPostgres({ dataDirectory: config.dataDirectory });
  return { url: postgres.url, stop: () => postgres.stop() };
}

async function answers(url: string): Promise<boolean> {
  const database = new Database({ url, poolSize: 1 });
  try {
    return await database.answers();
  } catch {
    return false;
  } finally {
    await database.close();
  }
}
