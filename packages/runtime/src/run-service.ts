import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '@mailroom/observability';
import { loadServiceConfig } from './service.config.js';
import { startService, type RunningService, type Service } from './service.js';
import { ConfigError, type Environment, readRequiredSecretKeys } from './settings.js';
import { listenForStop } from './stop-signals.js';
import { WatchedEnvironment } from './watched-environment.js';

/** The time for work under way, from the moment when nothing new is accepted. */
const STOP_MS = 25_000;

/** The whole life of an app's process, from its environment to its exit. */
export async function runService<Config>(env: Environment, service: Service<Config>): Promise<void> {
  const stopping = new AbortController();
  let running: RunningService | undefined;
  let delayMs = 0;
  const stop = async () => {
    running?.unready();
    await sleep(delayMs);
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await running?.close();
    process.exit(0);
  };
  const onStop = () => {
    stopping.abort();
    if (running) void stop();
    // A start that does not notice the signal is ended.
    else setTimeout(() => process.exit(1), STOP_MS).unref();
  };
  listenForStop(process, { onStop, onImpatience: () => process.exit(130) });
  try {
    const config = loadAll(env, service);
    const log = createLog(config.logLevel, service.name);
    process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled failure'));
    running = await startService(service, config, log, stopping.signal);
    if (!stopping.signal.aborted) delayMs = config.shutdownDelaySeconds * 1_000;
    if (stopping.signal.aborted) return await stop();
    const { address, port } = running.http;
    const places = [`HTTP ${address}:${port}`, ...(running.listens === '' ? [] : [running.listens])];
    process.stdout.write(`${service.name} is ready: ${places.join(', ')}\n`);
  } catch (error) {
    if (stopping.signal.aborted) process.exit(0);
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${error instanceof ConfigError ? '' : `${service.name} could not start: `}${message}\n`);
    process.exit(1);
  }
}

function loadAll<Config>(env: Environment, service: Service<Config>) {
  const problems: string[] = [];
  const complain = (problem: string) => problems.push(problem);
  const watched = new WatchedEnvironment(env);
  const secretKeys = service.opensSecrets ? readRequiredSecretKeys(watched.env, complain) : [];
  const config = { ...loadServiceConfig(watched.env, complain), secretKeys, app: service.load(watched.env, complain) };
  for (const warning of watched.warnings()) process.stderr.write(`${warning}\n`);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}
