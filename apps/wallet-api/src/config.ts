import { readPayments, type PaymentSettings } from '@mailroom/billing';
import { readAllowPrivate, type AllowPrivate } from '@mailroom/egress';
import { readRateLimit } from '@mailroom/http';
import type { RateLimit } from '@mailroom/identity';
import { readNetworks, type Network } from '@mailroom/network';
import { readLeases, type LeaseSettings } from '@mailroom/leases';
import { readWaitLimits, type WaitLimits } from '@mailroom/mail';
import { readBaseUrl, type Complain, type Environment } from '@mailroom/runtime';
import { readSendLimits, type SendLimits } from '@mailroom/send-policy';
import { readSiwe, type SiweSettings } from '@mailroom/wallets';

export type WalletApiConfig = {
  /** The one address at which clients reach the system, without a trailing slash. */
  readonly baseUrl: string;
  /** These say for which domain, address and chain wallets sign in, and within which limits. */
  readonly siwe: SiweSettings;
  /** Where mailboxes are leased, and what is free of charge. */
  readonly leases: LeaseSettings;
  /** The private addresses that webhooks may have. */
  readonly allowPrivateWebhooks: AllowPrivate;
  /** What tenants of the free tier may send to the outside. */
  readonly sendLimits: SendLimits;
  /** How many requests each credential may make; null admits everything. */
  readonly rateLimit: RateLimit | null;
  /** How many calls may wait for mail. */
  readonly waits: WaitLimits;
  /** Networks of proxies that are believed what they say of a client's address. */
  readonly trustedProxies: readonly Network[];
  /** Networks of balancers whose connections begin with a header of the PROXY protocol. */
  readonly proxyProtocolFrom: readonly Network[];
  readonly payments: PaymentSettings;
};

type LoadedConfig = Omit<WalletApiConfig, 'baseUrl'> & { readonly baseUrl: string | undefined };

/** Reads the variables of this API; `complain` receives a line for each bad one. */
export function loadWalletApiConfig(env: Environment, complain: Complain): LoadedConfig {
  const payments = readPayments(env, complain);
  return {
    baseUrl: readBaseUrl(env, complain),
    siwe: readSiwe(env, payments, complain),
    leases: readLeases(env, complain),
    allowPrivateWebhooks: readAllowPrivate(env, 'WEBHOOK_ALLOW_PRIVATE', 'none', complain),
    sendLimits: readSendLimits(env, complain),
    rateLimit: readRateLimit(env, complain),
    waits: readWaitLimits(env, complain),
    trustedProxies: readNetworks(env, 'TRUSTED_PROXIES', complain),
    proxyProtocolFrom: readNetworks(env, 'HTTP_PROXY_PROTOCOL_FROM', complain),
    payments,
  };
}
