import { readAllowPrivate, type AllowPrivate } from '@mailroom/egress';
import {
  readRateLimit,
  readStreamLimits,
  readTurnstile,
  type StreamLimits,
  type TurnstileConfig,
} from '@mailroom/http';
import type { RateLimit } from '@mailroom/identity';
import { readWaitLimits, type WaitLimits } from '@mailroom/mail';
import { readNetworks, type Network } from '@mailroom/network';
import { readBaseUrl, readHostname, readMailDomains, type Complain, type Environment } from '@mailroom/runtime';
import { readSendLimits, type SendLimits } from '@mailroom/send-policy';

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
  /** How many streams may be open; the default limits without it. */
  readonly streams?: StreamLimits;
  /** How many calls may wait; the default limits without it. */
  readonly waits?: WaitLimits;
  /** How much external mail the free tier may send; the default limits without it. */
  readonly sendLimits?: SendLimits;
  /** Networks of proxies that are believed what they say of a client's address; none by default. */
  readonly trustedProxies?: readonly Network[];
  /** Networks of balancers whose connections begin with a header of the PROXY protocol; none by default. */
  readonly proxyProtocolFrom?: readonly Network[];
};

/** What the environment says, from the API's settings to what a new installation begins with. */
type LoadedConfig = Omit<MailboxApiConfig, 'baseUrl'> & {
  readonly baseUrl: string | undefined;
  readonly mailDomains: readonly string[];
};

/** Reads the variables of this API; `complain` receives a line for each bad one. */
export function loadMailboxApiConfig(env: Environment, complain: Complain): LoadedConfig {
  return {
    baseUrl: readBaseUrl(env, complain),
    mailDomains: readMailDomains(env, '', complain),
    allowPrivateWebhooks: readAllowPrivate(env, 'WEBHOOK_ALLOW_PRIVATE', 'none', complain),
    mailHostname: readHostname(env, complain),
    showStacks: env.NODE_ENV === 'development',
    turnstile: readTurnstile(env, complain),
    rateLimit: readRateLimit(env, complain),
    streams: readStreamLimits(env, complain),
    waits: readWaitLimits(env, complain),
    sendLimits: readSendLimits(env, complain),
    trustedProxies: readNetworks(env, 'TRUSTED_PROXIES', complain),
    proxyProtocolFrom: readNetworks(env, 'HTTP_PROXY_PROTOCOL_FROM', complain),
  };
}
