import { isIP, isIPv6 } from 'node:net';
import { parseSecretKeys } from '@mailroom/database';
import { readNumber, type Complain, type Environment } from '@mailroom/errors';

/** Names all variables that are wrong at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads a configuration. @throws ConfigError with everything that is wrong, each problem once */
export function checkedConfig<Config>(read: (complain: Complain) => Config): Config {
  const problems = new Set<string>();
  const config = read((problem) => problems.add(problem));
  if (problems.size > 0) throw new ConfigError([...problems].join('\n'));
  return config;
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const domain = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** MAILROOM_HTTP_PORT. */
export function readHttpPort(env: Environment, complain: Complain): number {
  return readNumber(env, 'MAILROOM_HTTP_PORT', { max: 65_535, otherwise: 8080 }, complain);
}

/** DATABASE_URL, if it is set. */
export const readDatabaseUrl = (env: Environment, complain: Complain) => postgresUrl(env, 'DATABASE_URL', complain);

/** SEARCH_DATABASE_URL, if the search index is to have a database of its own. */
export const readSearchDatabaseUrl = (env: Environment, complain: Complain) =>
  postgresUrl(env, 'SEARCH_DATABASE_URL', complain);

function postgresUrl(env: Environment, name: string, complain: Complain): string | undefined {
  const url = env[name];
  if (url && !/^postgres(ql)?:\/\//.test(url)) complain(`${name} must begin with postgres:// or postgresql://.`);
  return url || undefined;
}

/** MAILROOM_SECRET_KEY, where it is set. */
export function readSecretKeys(env: Environment, complain: Complain): readonly Buffer[] | undefined {
  const text = env.MAILROOM_SECRET_KEY;
  if (!text) return undefined;
  const keys = parseSecretKeys(text);
  // Not repeated: it is the key.
  if (!keys)
    complain('MAILROOM_SECRET_KEY must list keys of 32 bytes in base64, separated by commas, the newest first.');
  return keys ?? undefined;
}

/** MAILROOM_SECRET_KEY, without which nobody can sign. */
export function readRequiredSecretKeys(env: Environment, complain: Complain): readonly Buffer[] {
  if (!env.MAILROOM_SECRET_KEY)
    complain('MAILROOM_SECRET_KEY is missing: set it to what `openssl rand -base64 32` says.');
  return readSecretKeys(env, complain) ?? [];
}

/** LOG_LEVEL. */
export function readLogLevel(env: Environment, complain: Complain): string {
  const level = env.LOG_LEVEL || 'warn';
  if (!logLevels.includes(level)) complain(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${level}".`);
  return level;
}

/** MAILROOM_BASE_URL without a slash at its end, if it is set. */
export function readBaseUrl(env: Environment, complain: Complain): string | undefined {
  const text = env.MAILROOM_BASE_URL;
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    complain(`MAILROOM_BASE_URL must be an http or https URL, not "${text}".`);
  } else if (/[?#]/.test(text) || url.username !== '' || url.password !== '') {
    // Paths are put behind it. It is not repeated: it may hold a password.
    complain('MAILROOM_BASE_URL must have neither a query nor a fragment, a user or a password.');
  }
  return text.replace(/\/+$/, '');
}

/** MAILROOM_HOSTNAME: the name in greetings, in `Received`, and in the MX records that we ask for. */
export function readHostname(env: Environment, complain: Complain): string {
  const text = env.MAILROOM_HOSTNAME || 'localhost';
  const literal = /^\[(?:IPv6:)?(.+)\]$/i.exec(text)?.[1] ?? '';
  if (!domain.test(text.toLowerCase()) && isIP(literal) === 0)
    complain(`MAILROOM_HOSTNAME must be a host name such as mx.example.com, not "${text}".`);
  return text;
}

/** DNS_SERVERS: addresses, with their ports or without; none means the system's. */
export function readDnsServers(env: Environment, complain: Complain): string[] {
  const servers = (env.DNS_SERVERS ?? '').split(',').flatMap((server) => server.trim() || []);
  for (const server of servers) {
    if (!isDnsServer(server))
      complain(`DNS_SERVERS must list addresses like 192.0.2.1 or [2001:db8::1]:53, not "${server}".`);
  }
  return servers;
}

function isDnsServer(text: string): boolean {
  const [, bracketed, plain, port = '53'] = /^(?:\[([^\]]+)\]|([^[\]:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const known = bracketed === undefined ? isIP(plain ?? text) > 0 : isIPv6(bracketed);
  return known && Number(port) > 0 && Number(port) < 65_536;
}

/** MAILROOM_MAIL_DOMAINS, else those of `fallback`, each once. */
export function readMailDomains(env: Environment, fallback: string, complain: Complain): string[] {
  const text = env.MAILROOM_MAIL_DOMAINS || fallback;
  const names = text === '' ? [] : text.split(',').map((name) => name.trim().toLowerCase());
  for (const name of names)
    if (!domain.test(name)) complain(`MAILROOM_MAIL_DOMAINS contains "${name}", which is not a domain name.`);
  return [...new Set(names)];
}
