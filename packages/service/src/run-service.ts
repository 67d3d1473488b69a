import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '@mailroom/observability';
import { loadServiceConfig } from './service.config.js';
import { startService, type RunningService, type Service } from './service.js';
import { ConfigError, type Environment } from './settings.js';

/** For what is under way, from the moment that nothing new is taken. */
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
  /** The first signal stops cleanly, the second at once. */
  const onSignal = () => {
    if (stopping.signal.aborted) process.exit(130);
    stopping.abort();
    if (running) void stop();
    // A start that does not notice.
    else setTimeout(() => process.exit(1), STOP_MS).unref();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  try {
    const config = loadAll(env, service);
    const log = createLog(config.logLevel, service.name);
    process.on('unhandledRejection', (error) => log.error({ err: error }, 'nobody handled a failure'));
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
  const config = { ...loadServiceConfig(env, complain), app: service.load(env, complain) };
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}
