import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { openBlobStore, type BlobStore } from '@mailroom/blobs';
import { Database, migrate, startEmbeddedPostgres, statement } from '@mailroom/database';
import { loadInstallationConfig, type InstallationConfig } from '../installation.config.js';
import { ServicesModule } from '../services.module.js';

export type OpenInstallation = { readonly app: INestApplicationContext; close(): Promise<void> };

@Module({})
class OpsModule {
  static with(database: Database, blobs: BlobStore): DynamicModule {
    return { module: OpsModule, imports: [ServicesModule.with(database, blobs)] };
  }
}

/** Some commands go over whole tables. */
const ANSWER_MS = 600_000;

/** Opens the database that DATABASE_URL names, or that of the data directory, whether the system runs or not. */
export async function openInstallation(env: Readonly<Record<string, string | undefined>>): Promise<OpenInstallation> {
  const config = loadInstallationConfig(env);
  const { url, stop } = await findDatabase(config);
  await migrate(url);
  const database = new Database({ url, poolSize: 2, applicationName: 'mailroom-ops', answerMs: ANSWER_MS });
  const blobs = await openBlobStore(config.blobStoreUrl);
  const app = await NestFactory.createApplicationContext(OpsModule.with(database, blobs), {
    logger: false,
    abortOnError: false,
  });
  return {
    app,
    close: async () => {
      await app.close();
      await blobs.close();
      await database.close();
      await stop();
    },
  };
}

async function findDatabase(config: InstallationConfig): Promise<{ url: string; stop: () => Promise<void> }> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: async () => {} };
  const running = (await readFile(join(config.dataDirectory, 'database-url'), 'utf8').catch(() => '')).trim();
  if (running !== '' && (await answers(running))) return { url: running, stop: async () => {} };
  const postgres = await startEmbeddedPostgres({ dataDirectory: config.dataDirectory });
  return { url: postgres.url, stop: () => postgres.stop() };
}

async function answers(url: string): Promise<boolean> {
  const database = new Database({ url, poolSize: 1 });
  try {
    await database.query(statement('ping', 'select 1 as one'));
    return true;
  } catch {
    return false;
  } finally {
    await database.close();
  }
}
