import { loadMailboxApiConfig } from '@mailroom/mailbox-api';
import type { TracingOptions } from '@mailroom/observability';
import { loadOutboundConfig, type OutboundConfig } from '@mailroom/outbound';
import { loadSmtpIngestConfig, type SmtpIngestConfig } from '@mailroom/smtp-ingest';
import { ConfigError, readBaseUrl, readHttpPort, readLogLevel, readTracing, type Environment } from '@mailroom/runtime';
import { loadDispatcherConfig, type DispatcherConfig } from '@mailroom/webhook-dispatcher';
import { readInstallation, type InstallationConfig } from './installation.config.js';

export type StandaloneConfig = InstallationConfig & {
  readonly http: { readonly host: string; readonly port: number };
  /** Undefined means `http://localhost:<the bound port>`. */
  readonly baseUrl: string | undefined;
  readonly logLevel: string;
  readonly tracing: TracingOptions | null;
  readonly mailboxApi: ReturnType<typeof loadMailboxApiConfig>;
  readonly smtp: SmtpIngestConfig;
  readonly outbound: OutboundConfig;
  readonly webhooks: Omit<DispatcherConfig, 'baseUrl'>;
};

/** Turns an environment into the configuration. @throws ConfigError */
export function loadConfig(env: Environment): StandaloneConfig {
  const problems: string[] = [];
  const complain = (problem: string) => problems.push(problem);
  const config: StandaloneConfig = {
    ...readInstallation(env, complain),
    http: { host: env.MAILROOM_HTTP_HOST || '127.0.0.1', port: readHttpPort(env, complain) },
    baseUrl: readBaseUrl(env, complain),
    logLevel: readLogLevel(env, complain),
    tracing: readTracing(env, complain),
    mailboxApi: loadMailboxApiConfig(env, complain, { requestsPerSecond: 0 }),
    smtp: loadSmtpIngestConfig(env, complain),
    outbound: loadOutboundConfig(env, complain),
    webhooks: loadDispatcherConfig(env, { allowPrivate: 'loopback' }, complain),
  };
  if (env.NATS_URL) complain('NATS_URL is not used by the standalone system, whose events go over Postgres: unset it.');
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}
