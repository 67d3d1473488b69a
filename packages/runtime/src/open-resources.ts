import { openBlobStore } from '@mailroom/blobs';
import { patiently, Pauses, type StartedParts } from '@mailroom/concurrency';
import { Database, isConnectionFailure, migrate } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { JetStreamEventBus, lagGauges, OpeningEventBus, OutboxRelay, type EventBus } from '@mailroom/messaging';
import type { Log } from '@mailroom/observability';
import type { HttpFront } from './http-front.js';
import { openSearchDatabase } from './open-search-database.js';
import type { Service, ServiceResources } from './service.js';
import type { ServiceConfig } from './service.config.js';

type Surroundings = {
  readonly log: Log;
  readonly onError: (error: unknown, ids?: object) => void;
  /** Aborting it ends the waiting for what is away. */
  readonly signal: AbortSignal | undefined;
};

const POOL_SIZE = 10;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/** Opens an app's database, blob store and bus, each as soon as it is there, and shows their metrics. */
export async function openResources(
  service: Pick<Service, 'name' | 'writesBlobs' | 'writesEvents' | 'needsBroker'>,
  config: ServiceConfig,
  surroundings: Surroundings,
  front: HttpFront,
  parts: StartedParts,
): Promise<ServiceResources> {
  const { log, onError, signal } = surroundings;
  const { databaseUrl, searchDatabaseUrl, secretKeys = [] } = config;
  const options = { poolSize: POOL_SIZE, applicationName: `mailroom-${service.name}`, onError };
  await patiently(() => migrate(databaseUrl, (line) => log.info(line)), {
    pauses: new Pauses(FIRST_PAUSE_MS, MAX_PAUSE_MS),
    isPassing: isConnectionFailure,
    onError,
    signal,
  });
  const database = parts.open(new Database({ ...options, url: databaseUrl, secretKeys }));
  const searchDatabase = openSearchDatabase({ ...options, url: searchDatabaseUrl }, surroundings, parts);
  front.scrape.add(database.gauges());
  const pauses = new Pauses(FIRST_PAUSE_MS, MAX_PAUSE_MS);
  const patience = { pauses, isPassing: isUnavailable, onError, signal };
  const openBlobs = () => openBlobStore(config.blobStoreUrl, { writes: service.writesBlobs });
  const blobs = parts.open(await patiently(openBlobs, patience));
  const bus = await openBus(service.needsBroker, database, config, surroundings, parts);
  front.scrape.add(lagGauges(bus));
  if (service.writesEvents) {
    const relay = parts.open(new OutboxRelay(database, bus, onError));
    front.scrape.add(relay.gauges());
  }
  return { database, searchDatabase, bus, blobs, onError, log };
}

async function openBus(
  needsBroker: boolean,
  database: Database,
  { natsUrl: url, natsReplicas: replicas }: ServiceConfig,
  { onError, signal }: Surroundings,
  parts: StartedParts,
): Promise<EventBus> {
  const closing = new AbortController();
  const patience = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
  const opening = JetStreamEventBus.open({ database, url, replicas, onError, signal: patience });
  const bus = needsBroker ? await opening : new OpeningEventBus(opening);
  parts.add(async () => {
    closing.abort();
    await bus.close();
  }, 'the bus');
  return bus;
}

const isUnavailable = (error: unknown) => error instanceof DomainError && error.code === 'unavailable';
