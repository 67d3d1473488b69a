import 'reflect-metadata';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { openBlobStore } from '@mailroom/blobs';
import { Database, migrate, statement } from '@mailroom/database';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@mailroom/embedded-postgres';
import { createIndexer } from '@mailroom/indexer';
import { API_ALIASES, API_PREFIX, createMailboxApi, DOCS_PATH, createMailUpkeep } from '@mailroom/mailbox-api';
import { inboundGauges } from '@mailroom/inbound';
import { lagGauges, OutboxRelay, PostgresEventBus } from '@mailroom/messaging';
import { startTracing, type GaugeSource, type Log } from '@mailroom/observability';
import { createOutbound } from '@mailroom/outbound';
import { outboundGauges } from '@mailroom/sending';
import { HttpFront } from '@mailroom/runtime';
import { StartedParts } from '@mailroom/concurrency';
import { createSmtpIngest } from '@mailroom/smtp-ingest';
import { taskGauges } from '@mailroom/tasks';
import { createWebhookDispatcher } from '@mailroom/webhook-dispatcher';
import { webhookGauges } from '@mailroom/webhooks';
import { refuseMarked } from './backup/installation-mark.js';
import type { StandaloneConfig } from './config.js';
import { prepareInstallation } from './first-start.js';
import { openSecretKeys, sealAll } from './secret-keys.js';
import { writeSecret } from './write-secret.js';

export type Standalone = {
  readonly baseUrl: string;
  readonly http: AddressInfo;
  readonly smtp: AddressInfo;
  readonly managerTokenFile: string;
  /** Null if DATABASE_URL names another database. */
  readonly postgres: EmbeddedPostgres | null;
  close(): Promise<void>;
};

const POOL_SIZE = 12;
const ping = statement('ping', 'select 1 as one');

/** Starts every app in this process, on one database, one bus and one blob store. */
export async function startStandalone(config: StandaloneConfig, log: Log): Promise<Standalone> {
  const onError = (error: unknown, ids?: object) => log.error({ ...ids, err: error }, 'a part of the system failed');
  const started = new StartedParts(onError);
  try {
    const tracing = await startTracing(config.tracing, 'mailroom-standalone');
    started.add(() => tracing.close());
    return await startParts(config, log, started, onError);
  } catch (error) {
    await started.close();
    throw error;
  }
}

async function startParts(
  config: StandaloneConfig,
  log: Log,
  started: StartedParts,
  onError: (error: unknown, ids?: object) => void,
): Promise<Standalone> {
  const { postgres, database } = await openDatabase(config, log, started, onError);
  const blobs = await openBlobStore(config.blobStoreUrl);
  started.add(() => blobs.close());
  const { dataDirectory, mailDomains } = config;
  const managerTokenFile = await prepareInstallation({ database, blobs, dataDirectory, mailDomains });

  const bus = new PostgresEventBus(database, onError);
  started.add(() => bus.close());
  const relay = new OutboxRelay(database, bus, onError);
  started.add(() => relay.close());
  let serving = false;
  const front = new HttpFront(async () => serving && (await database.query(ping)).length === 1);
  front.expectProxyHeaders(config.mailboxApi.proxyProtocolFrom ?? []);
  const http = await front.listen(config.http.host, config.http.port);
  started.add(() => front.close());
  front.scrape.add(database.gauges(), lagGauges(bus), relay.gauges(), ...gaugesOf(database));
  const baseUrl = config.baseUrl ?? `http://localhost:${http.port}`;

  const resources = { database, bus, blobs, onError, log };
  const outbound = await createOutbound(resources, config.outbound);
  started.add(() => outbound.close());
  const dispatcher = await createWebhookDispatcher(resources, { ...config.webhooks, baseUrl });
  started.add(() => dispatcher.close());
  const ingest = await createSmtpIngest(resources, config.smtp);
  started.add(() => ingest.close());
  const indexer = await createIndexer(resources);
  started.add(() => indexer.close());
  const mailboxApi = await createMailboxApi(resources, {
    baseUrl,
    ...config.mailboxApi,
    allowPrivateWebhooks: config.webhooks.allowPrivate,
  });
  const upkeep = await createMailUpkeep(resources, config.mailboxApi);
  started.add(() => upkeep.close());
  front.scrape.add(upkeep.gauges());
  await front.mount({ prefix: API_PREFIX, aliases: API_ALIASES, home: DOCS_PATH, app: mailboxApi });
  await outbound.start();
  await dispatcher.start();
  await indexer.start();
  await upkeep.start();
  const smtp = await ingest.start();
  serving = true;
  return {
    baseUrl,
    http,
    smtp,
    managerTokenFile,
    postgres,
    close: async () => {
      serving = false;
      await started.close();
    },
  };
}

/** What each app reports about the database when it runs alone. */
function gaugesOf(database: Database): GaugeSource[] {
  return [inboundGauges(database), taskGauges(database), outboundGauges(database), webhookGauges(database)];
}

async function openDatabase(
  config: StandaloneConfig,
  log: Log,
  started: StartedParts,
  onError: (error: unknown) => void,
): Promise<{ postgres: EmbeddedPostgres | null; database: Database }> {
  const { postgres, url } = await openPostgres(config, log, started);
  await migrate(url, (line) => log.info(line));
  const secretKeys = await openSecretKeys(config);
  const database = new Database({ url, secretKeys, poolSize: POOL_SIZE, onError });
  started.add(() => database.close());
  await sealAll(database, config);
  return { postgres, database };
}

async function openPostgres(config: StandaloneConfig, log: Log, started: StartedParts) {
  if (config.databaseUrl !== undefined) return { postgres: null, url: config.databaseUrl };
  await refuseMarked(config.dataDirectory);
  const onLog = (line: string) => log.info({ part: 'postgres' }, line);
  const postgres = await startEmbeddedPostgres({ dataDirectory: config.dataDirectory, onLog });
  started.add(() => postgres.stop());
  // The operator's command finds the running database here.
  await writeSecret(join(config.dataDirectory, 'database-url'), `${postgres.url}\n`);
  return { postgres, url: postgres.url };
}
