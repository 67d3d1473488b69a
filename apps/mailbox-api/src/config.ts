import { readAllowPrivate, type AllowPrivate } from '@mailroom/egress';
import type { RateLimit } from '@mailroom/identity';
import { readNetworks, type Network } from '@mailroom/network';
import { readBaseUrl, readMailDomains, type Complain, type Environment } from '@mailroom/runtime';
import type { TurnstileConfig } from './mailboxes/turnstile.check.js';

export type MailboxApiConfig = {
  /** The one address at which clients reach the system, without a trailing slash. */
  readonly baseUrl: string;
  /** The host to which mail for our domains comes. */
  readonly mailHostname: string;
  readonly allowPrivateWebhooks: AllowPrivate;
  /** Whether errors carry a stack; for development only. */
  readonly showStacks: boolean;
  /** The challenge before the creation of mailboxes; null for none. */
  readonly turnstile: TurnstileConfig | null;
  /** How many requests each token may make; null or absent admits everything. */
  readonly rateLimit?: RateLimit | null;
  /** Networks of proxies that are believed what they say of a client's address; none by default. */
  readonly trustedProxies?: readonly Network[];
  /** Networks of balancers whose connections begin with a header of the PROXY protocol; none by default. */
  readonly proxyProtocolFrom?: readonly Network[];
};

const TURNSTILE_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';

/** What the environment says, from the API's settings to what a new installation begins with. */
type LoadedConfig = Omit<MailboxApiConfig, 'baseUrl'> & {
  readonly baseUrl: string | undefined;
  readonly mailDomains: readonly string[];
};

/** Reads the variables of this API; `complain` receives a line for each bad one. */
export function loadMailboxApiConfig(env: Environment, complain: Complain): LoadedConfig {
  const secret = env.TURNSTILE_SECRET;
  const url = env.TURNSTILE_URL || TURNSTILE_URL;
  if (!URL.canParse(url)) complain(`TURNSTILE_URL must be a URL, not "${url}".`);
  const rateLimit = readRateLimit(env, complain);
  return {
    baseUrl: readBaseUrl(env, complain),
    mailDomains: readMailDomains(env, '', complain),
    allowPrivateWebhooks: readAllowPrivate(env, 'WEBHOOK_ALLOW_PRIVATE', 'none', complain),
    mailHostname: env.MAILROOM_HOSTNAME || 'localhost',
    showStacks: env.NODE_ENV === 'development',
    turnstile: secret ? { secret, url } : null,
    rateLimit,
    trustedProxies: readNetworks(env, 'TRUSTED_PROXIES', complain),
    proxyProtocolFrom: readNetworks(env, 'HTTP_PROXY_PROTOCOL_FROM', complain),
  };
}

const DEFAULT_RATE = 50;
const MAX_RATE = 1_000_000;

/**
 * Reads RATE_LIMIT_RPS and RATE_LIMIT_BURST, which is twice the former by default; if either is 0, the limit is off.
 */
function readRateLimit(
  env: Readonly<Record<string, string | undefined>>,
  complain: (problem: string) => void,
): RateLimit | null {
  const read = (name: string, otherwise: number): number => {
    const text = env[name];
    if (!text) return otherwise;
    const value = /^\d{1,7}$/.test(text) ? Number(text) : MAX_RATE + 1;
    if (value > MAX_RATE) complain(`${name} must be a number from 0 to ${MAX_RATE}, not "${text}".`);
    return value;
  };
  const requestsPerSecond = read('RATE_LIMIT_RPS', DEFAULT_RATE);
  const burst = read('RATE_LIMIT_BURST', 2 * requestsPerSecond);
  return requestsPerSecond === 0 || burst === 0 ? null : { requestsPerSecond, burst };
}
