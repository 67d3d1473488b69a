import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { problemOfBlobStoreUrl } from '@mailroom/blobs';
import { loadMailboxApiConfig } from '@mailroom/mailbox-api';
import { loadOutboundConfig, type OutboundConfig } from '@mailroom/outbound';
import { loadSmtpIngestConfig, type SmtpIngestConfig } from '@mailroom/smtp-ingest';
import { loadDispatcherConfig, type DispatcherConfig } from '@mailroom/webhook-dispatcher';

export type StandaloneConfig = {
  /** Absolute. */
  readonly dataDirectory: string;
  readonly blobStoreUrl: string;
  readonly http: { readonly host: string; readonly port: number };
  /** Undefined: `http://localhost:<the port that was bound>`. */
  readonly baseUrl: string | undefined;
  readonly mailDomains: readonly string[];
  /** Undefined: the embedded Postgres. */
  readonly databaseUrl: string | undefined;
  readonly logLevel: string;
  readonly mailboxApi: ReturnType<typeof loadMailboxApiConfig>;
  readonly smtp: SmtpIngestConfig;
  readonly outbound: OutboundConfig;
  readonly webhooks: Omit<DispatcherConfig, 'baseUrl'>;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that are wrong, all named at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const domain = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Turns an environment into the configuration. @throws ConfigError */
export function loadConfig(env: Environment): StandaloneConfig {
  const problems: string[] = [];
  const complain = (problem: string) => problems.push(problem);
  const dataDirectory = resolve(env.MAILROOM_DATA_DIR || './.mailroom');
  const config: StandaloneConfig = {
    dataDirectory,
    blobStoreUrl: blobStoreUrl(env, dataDirectory, complain),
    http: { host: env.MAILROOM_HTTP_HOST || '127.0.0.1', port: port(env, complain) },
    baseUrl: baseUrl(env, complain),
    mailDomains: mailDomains(env, complain),
    databaseUrl: databaseUrl(env, complain),
    logLevel: logLevel(env, complain),
    mailboxApi: loadMailboxApiConfig(env, complain, { requestsPerSecond: 0 }),
    smtp: loadSmtpIngestConfig(env, complain),
    outbound: loadOutboundConfig(env, complain),
    webhooks: loadDispatcherConfig(env, { allowPrivate: 'loopback' }, complain),
  };
  if (env.NATS_URL) complain('NATS_URL is not for the standalone system, whose events go over Postgres: unset it.');
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

type Complain = (problem: string) => void;

function port(env: Environment, complain: Complain): number {
  const text = env.MAILROOM_HTTP_PORT || '8080';
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= 65_535)) complain(`MAILROOM_HTTP_PORT must be a port from 0 to 65535, not "${text}".`);
  return value;
}

function blobStoreUrl(env: Environment, dataDirectory: string, complain: Complain): string {
  const url = env.BLOB_STORE_URL || pathToFileURL(join(dataDirectory, 'blobs')).href;
  const problem = problemOfBlobStoreUrl(url);
  if (problem !== null) complain(problem);
  return url;
}

function baseUrl(env: Environment, complain: Complain): string | undefined {
  const text = env.MAILROOM_BASE_URL;
  if (!text) return undefined;
  if (!/^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : '')) {
    complain(`MAILROOM_BASE_URL must be an http or https URL, not "${text}".`);
  }
  return text.replace(/\/+$/, '');
}

function mailDomains(env: Environment, complain: Complain): string[] {
  const names = (env.MAILROOM_MAIL_DOMAINS || 'mailroom.test').split(',').map((name) => name.trim().toLowerCase());
  for (const name of names) if (!domain.test(name)) complain(`MAILROOM_MAIL_DOMAINS holds "${name}", no domain name.`);
  return [...new Set(names)];
}

function databaseUrl(env: Environment, complain: Complain): string | undefined {
  const url = env.DATABASE_URL;
  if (url && !/^postgres(ql)?:\/\//.test(url)) complain('DATABASE_URL must begin with postgres:// or postgresql://.');
  return url || undefined;
}

function logLevel(env: Environment, complain: Complain): string {
  const level = env.LOG_LEVEL || 'warn';
  if (!logLevels.includes(level)) complain(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${level}".`);
  return level;
}
