import { readPayments, type PaymentSettings } from '@mailroom/billing';
import { readRateLimit, readTurnstile, type TurnstileConfig } from '@mailroom/http';
import type { RateLimit } from '@mailroom/identity';
import { readWaitLimits, type WaitLimits } from '@mailroom/mail';
import { readNetworks, type Network } from '@mailroom/network';
import { readBaseUrl, type Complain, type Environment } from '@mailroom/runtime';
import { readSendLimits, type SendLimits } from '@mailroom/send-policy';
import { readSignup, type SignupOptions } from '@mailroom/signup';

export type BillingApiConfig = {
  /** The one address at which clients reach the system, without a trailing slash. */
  readonly baseUrl: string;
  /** The challenge before a signup; null for none. */
  readonly turnstile: TurnstileConfig | null;
  /** What tenants of the free tier may send to the outside. */
  readonly sendLimits: SendLimits;
  /** Whether strangers may sign up, where, and how often. */
  readonly signup: SignupOptions;
  /** How many requests each token may make; null admits everything. */
  readonly rateLimit: RateLimit | null;
  /** How many calls may wait for mail. */
  readonly waits: WaitLimits;
  /** Networks of proxies that are believed what they say of a client's address. */
  readonly trustedProxies: readonly Network[];
  /** Networks of balancers whose connections begin with a header of the PROXY protocol. */
  readonly proxyProtocolFrom: readonly Network[];
  readonly payments: PaymentSettings;
};

type LoadedConfig = Omit<BillingApiConfig, 'baseUrl'> & { readonly baseUrl: string | undefined };

/** Reads the variables of this API; `complain` receives a line for each bad one. */
export function loadBillingApiConfig(env: Environment, complain: Complain): LoadedConfig {
  return {
    baseUrl: readBaseUrl(env, complain),
    turnstile: readTurnstile(env, complain),
    sendLimits: readSendLimits(env, complain),
    signup: readSignup(env, complain),
    rateLimit: readRateLimit(env, complain),
    waits: readWaitLimits(env, complain),
    trustedProxies: readNetworks(env, 'TRUSTED_PROXIES', complain),
    proxyProtocolFrom: readNetworks(env, 'HTTP_PROXY_PROTOCOL_FROM', complain),
    payments: readPayments(env, complain),
  };
}
