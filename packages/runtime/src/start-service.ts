import { StartedParts } from '@mailroom/concurrency';
import { failureLog, startTracing, type Log } from '@mailroom/observability';
import { HttpFront } from './http-front.js';
import { openResources } from './open-resources.js';
import { startApps, type App, type Listening, type Service } from './service.js';
import type { ServiceConfig } from './service.config.js';

export type RunningService = {
  readonly listening: readonly Listening[];
  /** Makes `/readyz` say no; everything else continues. */
  unready(): void;
  /** Takes nothing new, and resolves when what is under way has ended. */
  close(): Promise<void>;
};

/**
 * Starts one app on its own resources. It is alive from the first moment, and ready when everything it can't do without
 * works; it waits for that until `signal` ends the start.
 */
export async function startService(
  service: Service,
  config: ServiceConfig & { readonly app: App },
  log: Log,
  signal?: AbortSignal,
): Promise<RunningService> {
  const onError = failureLog(log, 'a part of the service failed');
  const parts = new StartedParts(onError);
  let isReady: () => Promise<boolean> = async () => false;
  const front = parts.open(new HttpFront(() => isReady()));
  const unready = () => {
    isReady = async () => false;
    front.leave();
  };
  const close = async () => {
    unready();
    await parts.close();
  };
  try {
    const { address, port } = await front.listen(config.http.host, config.http.port);
    parts.open(await startTracing(config.tracing, `mailroom-${service.name}`));
    const resources = await openResources(service, config, { log, onError, signal }, front, parts);
    const listening = await startApps([config.app], { resources, front, parts });
    const { database, bus } = resources;
    isReady = async () => (await database.answers()) && (!service.needsBroker || (await bus.healthy()));
    return { listening: [{ protocol: 'HTTP', address, port }, ...listening], unready, close };
  } catch (error) {
    await close();
    throw error;
  }
}
