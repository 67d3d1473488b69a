import { problemOfBlobStoreUrl } from '@mailroom/blobs';
import { readNumber, type Complain, type Environment } from '@mailroom/errors';
import type { TracingOptions } from '@mailroom/observability';
import { readDatabaseUrl, readHttpPort, readLogLevel } from './settings.js';
import { readTracing } from './tracing.settings.js';

/** What every app needs to run as a process of its own. */
export type ServiceConfig = {
  readonly databaseUrl: string;
  /** That of the search index alone, for an app that searches or indexes. */
  readonly searchDatabaseUrl?: string | undefined;
  readonly natsUrl: string;
  readonly natsReplicas: number;
  readonly blobStoreUrl: string;
  /** The keys that secrets are sealed with, for an app that opens them. */
  readonly secretKeys?: readonly Buffer[];
  readonly http: { readonly host: string; readonly port: number };
  readonly logLevel: string;
  /** The delay between unready and closing, in which those who send requests here notice. */
  readonly shutdownDelaySeconds: number;
  /** Null means that traces go nowhere. */
  readonly tracing: TracingOptions | null;
};

/** Reads the variables that every app has; `complain` gets one line for each that is missing or bad. */
export function loadServiceConfig(env: Environment, complain: Complain): ServiceConfig {
  return {
    databaseUrl: required(env, 'DATABASE_URL', 'postgres://…', complain) && (readDatabaseUrl(env, complain) ?? ''),
    natsUrl: natsUrl(env, complain),
    natsReplicas: readNumber(env, 'NATS_REPLICAS', { min: 1, max: 5, otherwise: 1 }, complain),
    blobStoreUrl: blobStoreUrl(env, complain),
    http: { host: env.MAILROOM_HTTP_HOST || '0.0.0.0', port: readHttpPort(env, complain) },
    logLevel: readLogLevel(env, complain),
    shutdownDelaySeconds: readNumber(env, 'SHUTDOWN_DELAY_SECONDS', { max: 60, otherwise: 0 }, complain),
    tracing: readTracing(env, complain),
  };
}

function required(env: Environment, name: string, example: string, complain: Complain): string {
  const value = env[name] ?? '';
  if (value === '') complain(`${name} is missing: set it to ${example}.`);
  return value;
}

function natsUrl(env: Environment, complain: Complain): string {
  const url = required(env, 'NATS_URL', 'nats://host:4222', complain);
  const isBad = (part: string) => !URL.canParse(part.trim()) || !/^(nats|tls):$/.test(new URL(part.trim()).protocol);
  // We don't repeat the value, because it may contain a password.
  if (url !== '' && url.split(',').some(isBad)) complain('NATS_URL must list nats:// or tls:// URLs.');
  return url;
}

function blobStoreUrl(env: Environment, complain: Complain): string {
  const url = required(env, 'BLOB_STORE_URL', 's3://bucket/prefix or file:///directory', complain);
  const problem = url === '' ? null : problemOfBlobStoreUrl(url);
  if (problem !== null) complain(problem);
  return url;
}
