import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { openBlobStore } from '@mailroom/blobs';
import { StartedParts } from '@mailroom/concurrency';
import { Database, isConnectionFailure, migrate, type DatabaseOptions } from '@mailroom/database';
import { checkedConfig } from '@mailroom/runtime';
import { readSendLimits, SendLimits } from '@mailroom/send-policy';
import { loadInstallationConfig, type InstallationConfig } from '../installation.config.js';
import { openSecretKeys } from '../secret-keys.js';
import { ServicesModule } from '../services.module.js';
import { findDatabase } from './find-database.js';

export type OpenInstallation = { readonly app: INestApplicationContext; close(): Promise<void> };

@Module({})
class OpsModule {
  static with(services: DynamicModule, limits: SendLimits): DynamicModule {
    const providers = [{ provide: SendLimits, useValue: limits }];
    const imports = [services];
    return { module: OpsModule, global: true, imports, providers, exports: [SendLimits] };
  }
}

/** Some commands go over whole tables. */
const ANSWER_MS = 600_000;

/** Opens the database that DATABASE_URL names, or the data directory's, whether the system is running or not. */
export async function openInstallation(env: Readonly<Record<string, string | undefined>>): Promise<OpenInstallation> {
  const parts = new StartedParts();
  try {
    const limits = checkedConfig((complain) => readSendLimits(env, complain));
    const app = await openParts(loadInstallationConfig(env), limits, parts);
    return { app, close: () => parts.close() };
  } catch (error) {
    await parts.close();
    throw error;
  }
}

async function openParts(
  config: InstallationConfig,
  limits: SendLimits,
  parts: StartedParts,
): Promise<INestApplicationContext> {
  const { url, stop } = await findDatabase(config);
  parts.add(stop);
  await migrate(url);
  const secretKeys = await openSecretKeys(config);
  const options = { poolSize: 2, applicationName: 'mailroom-ops', answerMs: ANSWER_MS };
  const database = parts.open(new Database({ url, secretKeys, ...options }));
  const searchDatabase = await openSearchDatabase(config, options, parts);
  const blobs = parts.open(await openBlobStore(config.blobStoreUrl));
  const module = OpsModule.with(ServicesModule.with(database, blobs, searchDatabase), limits);
  return parts.open(await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false }));
}

async function openSearchDatabase(
  { searchDatabaseUrl: url }: InstallationConfig,
  options: Omit<DatabaseOptions, 'url'>,
  parts: StartedParts,
): Promise<Database | undefined> {
  if (url === undefined) return undefined;
  await migrate(url).catch((error: unknown) => {
    // While it is away everything but the commands about it works, as in the apps.
    if (!isConnectionFailure(error)) throw error;
  });
  return parts.open(new Database({ ...options, url }));
}
