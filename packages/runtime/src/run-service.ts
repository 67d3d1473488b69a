import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '@mailroom/errors';
import { explainDatabaseFailure, explainListenFailure } from './explain-failure.js';
import { saveMemoryWhenIdle } from './idle-memory.js';
import { openLog, runProcess, type Running } from './run-process.js';
import { loadServiceConfig } from './service.config.js';
import type { Service } from './service.js';
import { ConfigError, checkedConfig, readRequiredSecretKeys, readSearchDatabaseUrl } from './settings.js';
import { startService } from './start-service.js';
import { WatchedEnvironment } from './watched-environment.js';

/** The whole life of an app's process, from its environment to its exit. */
export function runService(env: Environment, service: Service): Promise<void> {
  return runProcess({
    start: (signal) => start(env, service, signal),
    explain: (error) => explain(error, env, service),
  });
}

async function start(env: Environment, service: Service, signal: AbortSignal): Promise<Running> {
  const config = load(env, service);
  const log = openLog(config.logLevel, service.name);
  const { listening, unready, close } = await startService(service, config, log, signal);
  if (!signal.aborted) {
    const places = listening.map(({ protocol, address, port }) => `${protocol} ${address}:${port}`);
    process.stdout.write(`${service.name} is ready: ${places.join(', ')}\n`);
  }
  saveMemoryWhenIdle();
  const leave = async () => {
    unready();
    await sleep(config.shutdownDelaySeconds * 1_000);
  };
  return { leave, close };
}

function load(given: Environment, service: Service) {
  const watched = new WatchedEnvironment(given);
  const { env } = watched;
  return checkedConfig((complain) => {
    const secretKeys = service.opensSecrets ? readRequiredSecretKeys(env, complain) : [];
    const searchDatabaseUrl = service.searches ? readSearchDatabaseUrl(env, complain) : undefined;
    const own = { secretKeys, searchDatabaseUrl, app: service.load(env, complain) };
    const config = { ...loadServiceConfig(env, complain), ...own };
    for (const warning of watched.warnings()) process.stderr.write(`${warning}\n`);
    return config;
  });
}

function explain(error: unknown, env: Environment, service: Service): string {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ConfigError) return message;
  const known = explainListenFailure(error, env) ?? explainDatabaseFailure(error, env);
  return `${service.name} could not start: ${known ?? message}`;
}
