import 'reflect-metadata';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { openBlobStore } from '@mailroom/blobs';
import { Database, migrate, startEmbeddedPostgres, statement, type EmbeddedPostgres } from '@mailroom/database';
import { createIndexer } from '@mailroom/indexer';
import { API_ALIASES, API_PREFIX, createMailboxApi, createMailUpkeep } from '@mailroom/mailbox-api';
import { inboundGauges } from '@mailroom/inbound';
import { lagGauges, OutboxRelay, PostgresEventBus } from '@mailroom/messaging';
import { startTracing, type GaugeSource, type Log } from '@mailroom/observability';
import { createOutbound } from '@mailroom/outbound';
import { outboundGauges } from '@mailroom/sending';
import { HttpFront } from '@mailroom/service';
import { createSmtpIngest } from '@mailroom/smtp-ingest';
import { taskGauges } from '@mailroom/tasks';
import { createWebhookDispatcher } from '@mailroom/webhook-dispatcher';
import { webhookGauges } from '@mailroom/webhooks';
import type { StandaloneConfig } from './config.js';
import { prepareInstallation, writeSecret } from './first-start.js';

export type Standalone = {
  readonly baseUrl: string;
  readonly http: AddressInfo;
  readonly smtp: AddressInfo;
  readonly managerTokenFile: string;
  /** Null where DATABASE_URL names another database. */
  readonly postgres: EmbeddedPostgres | null;
  close(): Promise<void>;
};

const POOL_SIZE = 12;
const ping = statement('ping', 'select 1 as one');

/** What was started, to be closed in the reverse order, also when a later part does not start. */
class Started {
  readonly #parts: (() => Promise<void>)[] = [];

  add(close: () => Promise<void>): void {
    this.#parts.push(close);
  }

  async close(onError: (error: unknown) => void): Promise<void> {
    for (const close of this.#parts.splice(0).reverse()) await close().catch(onError);
  }
}

/** Starts every app in this process, on one database, one bus and one blob store. */
export async function startStandalone(config: StandaloneConfig, log: Log): Promise<Standalone> {
  const started = new Started();
  const onError = (error: unknown, ids?: object) => log.error({ ...ids, err: error }, 'a part of the system failed');
  try {
    const tracing = await startTracing(config.tracing, 'mailroom-standalone');
    started.add(() => tracing.close());
    return await startParts(config, log, started, onError);
  } catch (error) {
    await started.close(onError);
    throw error;
  }
}

async function startParts(
  config: StandaloneConfig,
  log: Log,
  started: Started,
  onError: (error: unknown, ids?: object) => void,
): Promise<Standalone> {
  const { postgres, url } = await openPostgres(config, log, started);
  await migrate(url, (line) => log.info(line));
  const database = new Database({ url, poolSize: POOL_SIZE, onError });
  started.add(() => database.close());
  const blobs = await openBlobStore(config.blobStoreUrl);
  started.add(() => blobs.close());
  const { dataDirectory, mailDomains } = config;
  const managerTokenFile = await prepareInstallation({ database, blobs, dataDirectory, mailDomains });

  const bus = new PostgresEventBus(database, onError);
  started.add(() => bus.close());
  const relay = new OutboxRelay(database, bus, onError);
  started.add(() => relay.close());
  let closing = false;
  const front = new HttpFront(async () => !closing && (await database.query(ping)).length === 1);
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
  await front.mount({ prefix: API_PREFIX, aliases: API_ALIASES, app: mailboxApi });
  await outbound.start();
  await dispatcher.start();
  await indexer.start();
  await upkeep.start();
  const smtp = await ingest.start();
  return {
    baseUrl,
    http,
    smtp,
    managerTokenFile,
    postgres,
    close: async () => {
      closing = true;
      await started.close(onError);
    },
  };
}

/** What each app tells of the database when it runs alone. */
function gaugesOf(database: Database): GaugeSource[] {
  return [inboundGauges(database), taskGauges(database), outboundGauges(database), webhookGauges(database)];
}

async function openPostgres(config: StandaloneConfig, log: Log, started: Started) {
  if (config.databaseUrl !== undefined) return { postgres: null, url: config.databaseUrl };
  const onLog = (line: string) => log.info({ part: 'postgres' }, line);
  const postgres = await startEmbeddedPostgres({ dataDirectory: config.dataDirectory, onLog });
  started.add(() => postgres.stop());
  // Where the operator's command finds the database while we run.
  await writeSecret(join(config.dataDirectory, 'database-url'), `${postgres.url}\n`);
  return { postgres, url: postgres.url };
}
