import type { AddressInfo } from 'node:net';
import { StartedParts } from '@mailroom/concurrency';
import { statement } from '@mailroom/database';
import { startTracing, type Log } from '@mailroom/observability';
import { HttpFront } from './http-front.js';
import { openResources } from './open-resources.js';
import type { AppResources } from './resources.module.js';
import type { ServiceConfig } from './service.config.js';
import type { Complain, Environment } from './settings.js';

/** The resources of an app that is a process of its own, which always has a log. */
export type ServiceResources = Required<AppResources>;

/** An app at work. */
export type Started = {
  /** Where else it listens, for the line that announces it: `SMTP 127.0.0.1:2525`. */
  readonly listens?: string;
  /** Takes nothing new, and resolves when what is under way has ended. */
  close(): Promise<void>;
};

export type Service<Config> = {
  readonly name: string;
  /** Reads the variables that only this app has. */
  readonly load: (env: Environment, complain: Complain) => Config;
  /** It signs with secrets that lie sealed in the database, and so can't do without their key. */
  readonly opensSecrets: boolean;
  /** True if it writes events, and so has to bring them from the outbox to the bus. */
  readonly writesEvents: boolean;
  /**
   * Whether the app can do nothing without the broker. If it can, it starts and stays ready while the broker is away,
   * and its events wait in the outbox.
   */
  readonly needsBroker: boolean;
  /** Builds and starts the app; `front` serves its HTTP, if it has any, and its metrics. */
  readonly start: (resources: ServiceResources, config: Config, front: HttpFront) => Promise<Started>;
};

export type RunningService = {
  readonly http: AddressInfo;
  readonly listens: string;
  /** From here on `/readyz` says no; everything else continues. */
  unready(): void;
  /** Takes nothing new, and resolves when what is under way has ended. */
  close(): Promise<void>;
};

const ping = statement('ping', 'select 1 as one');

/**
 * Starts one app on its own resources. It is alive from the first moment, and ready when everything it can't do without
 * works; it waits for that until `signal` ends the start.
 */
export async function startService<Config>(
  service: Service<Config>,
  config: ServiceConfig & { readonly app: Config },
  log: Log,
  signal?: AbortSignal,
): Promise<RunningService> {
  const onError = (error: unknown, ids?: object) => log.error({ ...ids, err: error }, 'a part of the service failed');
  const parts = new StartedParts(onError);
  let isReady: () => Promise<boolean> = async () => false;
  const front = new HttpFront(() => isReady());
  const unready = () => {
    isReady = async () => false;
    front.leave();
  };
  const close = async () => {
    unready();
    await parts.close();
    // This comes last, because until then it reports that this process is not ready.
    await front.close().catch(onError);
  };
  try {
    const http = await front.listen(config.http.host, config.http.port);
    const tracing = await startTracing(config.tracing, `mailroom-${service.name}`);
    parts.add(() => tracing.close());
    const resources = await openResources(service, config, { log, onError, signal }, front, parts);
    const app = await service.start(resources, config.app, front);
    parts.add(() => app.close());
    const { database, bus } = resources;
    isReady = async () => (await database.query(ping)).length === 1 && (!service.needsBroker || (await bus.healthy()));
    return { http, listens: app.listens ?? '', unready, close };
  } catch (error) {
    await close();
    throw error;
  }
}
