import 'reflect-metadata';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { openBlobStore } from '@mailroom/blobs';
import { StartedParts } from '@mailroom/concurrency';
import { Database, migrate } from '@mailroom/database';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@mailroom/embedded-postgres';
import { lagGauges, OutboxRelay, PostgresEventBus } from '@mailroom/messaging';
import { failureLog, startTracing, type Log } from '@mailroom/observability';
import { HttpFront, openSearchDatabase, startApps, type Listening } from '@mailroom/runtime';
import { refuseMarked } from './backup/installation-mark.js';
import { refuseLostBlobs } from './backup/lost-blobs.js';
import type { StandaloneConfig } from './config.js';
import { ensureManagerToken } from './first-start.js';
import { ensureOperatorToken } from './operator-token.js';
import { openSecretKeys, sealAll } from './secret-keys.js';
import { writeSecret } from './write-secret.js';

export type Standalone = {
  readonly baseUrl: string;
  readonly http: AddressInfo;
  readonly smtp: Listening;
  readonly managerTokenFile: string;
  readonly operatorTokenFile: string;
  /** Null if DATABASE_URL names another database. */
  readonly postgres: EmbeddedPostgres | null;
  close(): Promise<void>;
};

type OpenDatabase = {
  readonly postgres: EmbeddedPostgres | null;
  readonly database: Database;
  readonly searchDatabase: Database | undefined;
};

const POOL_SIZE = 12;

/**
 * Starts every app in this process, on one database, one bus and one blob store. Aborting `signal` ends a start that has
 * not come further than its database.
 */
export async function startStandalone(config: StandaloneConfig, log: Log, signal?: AbortSignal): Promise<Standalone> {
  const onError = failureLog(log, 'a part of the system failed');
  const started = new StartedParts(onError);
  try {
    started.open(await startTracing(config.tracing, 'mailroom-standalone'));
    const databases = await openDatabase(config, log, started, onError);
    signal?.throwIfAborted();
    return await startParts(config, log, databases, started, onError);
  } catch (error) {
    await started.close();
    throw error;
  }
}

async function startParts(
  config: StandaloneConfig,
  log: Log,
  { postgres, database, searchDatabase }: OpenDatabase,
  started: StartedParts,
  onError: (error: unknown, ids?: object) => void,
): Promise<Standalone> {
  await refuseLostBlobs(database, config.blobStoreUrl);
  const blobs = started.open(await openBlobStore(config.blobStoreUrl, { writes: true }));
  const bus = started.open(new PostgresEventBus(database, onError));
  const relay = started.open(new OutboxRelay(database, bus, onError));
  let serving = false;
  const front = started.open(new HttpFront(async () => serving && (await database.answers())));
  front.scrape.add(database.gauges(), lagGauges(bus), relay.gauges());
  const http = await front.listen(config.http.host, config.http.port);
  const resources = { database, searchDatabase, bus, blobs, onError, log };
  const listening = await startApps(config.apps, { resources, front, parts: started });
  const smtp = listening.find(({ protocol }) => protocol === 'SMTP');
  if (!smtp) throw new Error('None of the apps takes mail in.');
  const managerTokenFile = await ensureManagerToken(database, blobs, config.dataDirectory);
  const operatorTokenFile = await ensureOperatorToken(config.dataDirectory);
  serving = true;
  return {
    baseUrl: config.baseUrl ?? front.localUrl,
    http,
    smtp,
    managerTokenFile,
    operatorTokenFile,
    postgres,
    close: async () => {
      serving = false;
      await started.close();
    },
  };
}

async function openDatabase(
  config: StandaloneConfig,
  log: Log,
  started: StartedParts,
  onError: (error: unknown) => void,
): Promise<OpenDatabase> {
  const { postgres, url } = await openPostgres(config, log, started);
  await migrate(url, (line) => log.info(line));
  const secretKeys = await openSecretKeys(config);
  const database = started.open(new Database({ url, secretKeys, poolSize: POOL_SIZE, onError }));
  await sealAll(database, config);
  const options = { url: config.searchDatabaseUrl, poolSize: POOL_SIZE };
  return { postgres, database, searchDatabase: openSearchDatabase(options, { log, onError }, started) };
}

async function openPostgres(config: StandaloneConfig, log: Log, started: StartedParts) {
  if (config.databaseUrl !== undefined) return { postgres: null, url: config.databaseUrl };
  await refuseMarked(config.dataDirectory);
  // Postgres says nothing here where all is well.
  const onLog = (line: string) => log.warn({ part: 'postgres' }, line);
  const postgres = await startEmbeddedPostgres({ dataDirectory: config.dataDirectory, onLog });
  started.add(() => postgres.stop());
  // The operator's command finds the running database here.
  await writeSecret(join(config.dataDirectory, 'database-url'), `${postgres.url}\n`);
  return { postgres, url: postgres.url };
}
