import type { TracingOptions } from '@mailroom/observability';
import {
  readBaseUrl,
  checkedConfig,
  readHttpPort,
  readLogLevel,
  readMailDomains,
  readRequiredSecretKeys,
  readTracing,
  type App,
  type Environment,
} from '@mailroom/runtime';
import { DEFAULT_MAIL_DOMAINS, readInstallation, type InstallationConfig } from './installation.config.js';
import { operatorTokenFile } from './operator-token.js';
import { services } from './services.js';

export type StandaloneConfig = InstallationConfig & {
  readonly http: { readonly host: string; readonly port: number };
  /** Undefined means `http://localhost:<the bound port>`. */
  readonly baseUrl: string | undefined;
  readonly logLevel: string;
  readonly tracing: TracingOptions | null;
  /** Every app with its settings. */
  readonly apps: readonly App[];
};

/** What the apps find in their environment where nobody says otherwise: on one's own machine there is less to guard. */
const defaults: Environment = {
  MAILROOM_MAIL_DOMAINS: DEFAULT_MAIL_DOMAINS,
  PAYMENTS: 'dev-chain',
  RATE_LIMIT_RPS: '0',
  SIGNUP: 'open',
  SIGNUP_PER_HOUR: '0',
  SIGNUP_PER_NETWORK_HOUR: '0',
  SIWE_NEW_PER_HOUR: '0',
  SIWE_OPEN_PER_NETWORK: '0',
  SIWE_PER_NETWORK_HOUR: '0',
  WEBHOOK_ALLOW_PRIVATE: 'loopback',
};

/** Strangers get their mailboxes on the first mail domain, unless somebody says otherwise. */
function strangers(given: Environment): Environment {
  const problems: string[] = [];
  const [firstDomain] = readMailDomains(given, DEFAULT_MAIL_DOMAINS, (problem) => problems.push(problem));
  // A wrong list is named once, and not again by variables that nobody has set.
  if (problems.length > 0) return { SIGNUP: 'closed' };
  // Where nobody may sign up, the domain is not made one that tenants share.
  return { SIGNUP_DOMAIN: firstDomain, ...(given.SIGNUP !== 'closed' && { LEASE_DOMAIN: firstDomain }) };
}

/** Turns an environment into the configuration. @throws ConfigError */
export function loadConfig(given: Environment): StandaloneConfig {
  return checkedConfig((complain) => {
    const { dataDirectory } = readInstallation(given, () => {});
    const OPERATOR_TOKEN_FILE = operatorTokenFile(dataDirectory);
    const otherwise: Environment = { ...defaults, OPERATOR_TOKEN_FILE, ...strangers(given) };
    const env = new Proxy(given, { get: (target, name) => target[String(name)] || otherwise[String(name)] });
    if (env.NATS_URL)
      complain('NATS_URL is not used by the standalone system, whose events go over Postgres: unset it.');
    // Beside a database of another place there is no file for the key.
    if (env.DATABASE_URL) readRequiredSecretKeys(env, complain);
    return {
      ...readInstallation(env, complain),
      http: { host: env.MAILROOM_HTTP_HOST || '127.0.0.1', port: readHttpPort(env, complain) },
      baseUrl: readBaseUrl(env, complain),
      logLevel: readLogLevel(env, complain),
      tracing: readTracing(env, complain),
      apps: services.map((service) => service.load(env, complain)),
    };
  });
}
