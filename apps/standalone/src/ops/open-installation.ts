import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { openBlobStore, type BlobStore } from '@mailroom/blobs';
import { Database, migrate } from '@mailroom/database';
import { loadInstallationConfig } from '../installation.config.js';
import { openSecretKeys } from '../secret-keys.js';
import { ServicesModule } from '../services.module.js';
import { findDatabase } from './find-database.js';

export type OpenInstallation = { readonly app: INestApplicationContext; close(): Promise<void> };

@Module({})
class OpsModule {
  static with(database: Database, blobs: BlobStore): DynamicModule {
    return { module: OpsModule, imports: [ServicesModule.with(database, blobs)] };
  }
}

/** Some commands go over whole tables. */
const ANSWER_MS = 600_000;

/** Opens the database that DATABASE_URL names, or the data directory's, whether the system is running or not. */
export async function openInstallation(env: Readonly<Record<string, string | undefined>>): Promise<OpenInstallation> {
  const config = loadInstallationConfig(env);
  const { url, stop } = await findDatabase(config);
  await migrate(url);
  const secretKeys = await openSecretKeys(config);
  const database = new Database({
    url,
    secretKeys,
    poolSize: 2,
    applicationName: 'mailroom-ops',
    answerMs: ANSWER_MS,
  });
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
