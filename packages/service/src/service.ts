import type { AddressInfo } from 'node:net';
import { openBlobStore } from '@mailroom/blobs';
import { Database, migrate, statement } from '@mailroom/database';
import { JetStreamEventBus, lagGauges, OutboxRelay } from '@mailroom/messaging';
import { startTracing, type Log } from '@mailroom/observability';
import { HttpFront } from './http-front.js';
import type { AppResources } from './resources.module.js';
import type { ServiceConfig } from './service.config.js';
import type { Complain, Environment } from './settings.js';

/** Of an app that is a process of its own, which always has a log. */
export type ServiceResources = Required<AppResources>;

/** An app that is at work. */
export type Started = {
  /** Where else it listens, for the line that says so: `SMTP 127.0.0.1:2525`. */
  readonly listens?: string;
  /** Takes nothing new, and resolves when what is under way has ended. */
  close(): Promise<void>;
};

export type Service<Config> = {
  readonly name: string;
  /** Reads the variables of this app alone. */
  readonly load: (env: Environment, complain: Complain) => Config;
  /** It writes events, and so brings them from the outbox to the bus. */
  readonly writesEvents: boolean;
  /** Builds and starts the app; `front` serves its HTTP, if it has any, and its metrics. */
  readonly start: (resources: ServiceResources, config: Config, front: HttpFront) => Promise<Started>;
};

export type RunningService = {
  readonly http: AddressInfo;
  readonly listens: string;
  /** From here on `/readyz` says no; all else goes on. */
  unready(): void;
  /** Takes nothing new, and resolves when what is under way has ended. */
  close(): Promise<void>;
};

const POOL_SIZE = 10;
const ping = statement('ping', 'select 1 as one');

/**
 * Starts one app on its own resources. It is alive from the first moment and ready when all of it works; until there is a
 * NATS server, or when `signal` ends the start, it is not.
 */
export async function startService<Config>(
  service: Service<Config>,
  config: ServiceConfig & { readonly app: Config },
  log: Log,
  signal?: AbortSignal,
): Promise<RunningService> {
  const onError = (error: unknown, ids?: object) => log.error({ ...ids, err: error }, 'a part of the service failed');
  const parts: (() => Promise<void>)[] = [];
  let isReady: () => Promise<boolean> = async () => false;
  const front = new HttpFront(() => isReady());
  const unready = () => {
    isReady = async () => false;
  };
  const close = async () => {
    unready();
    for (const part of parts.splice(0).reverse()) await part().catch(onError);
    // Last, since it says meanwhile that this process is not ready.
    await front.close().catch(onError);
  };
  try {
    const http = await front.listen(config.http.host, config.http.port);
    const tracing = await startTracing(config.tracing, `mailroom-${service.name}`);
    parts.push(() => tracing.close());
    await migrate(config.databaseUrl, (line) => log.info(line));
    const database = new Database({
      url: config.databaseUrl,
      poolSize: POOL_SIZE,
      applicationName: `mailroom-${service.name}`,
      onError,
    });
    parts.push(() => database.close());
    front.scrape.add(database.gauges());
    const blobs = await openBlobStore(config.blobStoreUrl);
    parts.push(() => blobs.close());
    const { natsUrl: url, natsReplicas: replicas } = config;
    const bus = await JetStreamEventBus.open({ database, url, replicas, onError, ...(signal && { signal }) });
    parts.push(() => bus.close());
    front.scrape.add(lagGauges(bus));
    if (service.writesEvents) {
      const relay = new OutboxRelay(database, bus, onError);
      parts.push(() => relay.close());
      front.scrape.add(relay.gauges());
    }
    const app = await service.start({ database, bus, blobs, onError, log }, config.app, front);
    parts.push(() => app.close());
    isReady = async () => (await database.query(ping)).length === 1 && (await bus.healthy());
    return { http, listens: app.listens ?? '', unready, close };
  } catch (error) {
    await close();
    throw error;
  }
}
