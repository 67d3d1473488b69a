import { paymentNetwork, type PaymentSettings } from '@mailroom/billing';
import { readNumber, type Complain, type Environment } from '@mailroom/errors';

/** Says for what wallets sign in here, and how many may be about to. */
export type SiweSettings = {
  /** The domain that wallets show; undefined for that of the base URL. */
  readonly domain: string | undefined;
  /** Undefined for the address of the API. */
  readonly uri: string | undefined;
  /** CAIP-2. */
  readonly chain: string;
  /** Where contract wallets are asked; null for the chain of the payments, where there is one. */
  readonly rpcUrl: string | null;
  readonly limits: SiweLimits;
};

/** What strangers get of us; 0 is no limit. */
export type SiweLimits = {
  /** Challenges of one client network that may be open. */
  readonly openPerNetwork: number;
  /** Challenges that one client network gets in any hour. */
  readonly perNetworkHour: number;
  /** Challenges that may be open in all. */
  readonly open: number;
  /** Wallets that get a tenant of their own in any hour. */
  readonly newPerHour: number;
};

/** What every challenge names. */
export type SiweTerms = { readonly domain: string; readonly uri: string; readonly chain: string };

const DEFAULT_CHAIN = 'eip155:1';
/** Nine digits fit into an integer of Postgres. */
const MAX_LIMIT = 999_999_999;
const caip2 = /^eip155:[1-9]\d{0,15}$/;
/** A host and perhaps a port (RFC 3986 §3.2); names of users have no place in it. */
const authority = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Reads the variables of sign-in; `complain` receives a line for each bad one. */
export function readSiwe(env: Environment, payments: PaymentSettings, complain: Complain): SiweSettings {
  const domain = env.SIWE_DOMAIN || undefined;
  if (domain !== undefined && !authority.test(domain)) {
    complain(`SIWE_DOMAIN must be a host, with a port where it has one, not "${domain}".`);
  }
  const uri = env.SIWE_URI || undefined;
  if (uri !== undefined && !isUrl(uri, /^https?:$/)) complain(`SIWE_URI must be an http or https URL, not "${uri}".`);
  const chain = env.SIWE_CHAIN || (paymentNetwork(payments) ?? DEFAULT_CHAIN);
  if (!caip2.test(chain)) {
    complain(`SIWE_CHAIN must be a chain as CAIP-2 writes it, such as eip155:8453, not "${chain}".`);
  }
  const rpcUrl = env.SIWE_RPC_URL || null;
  // Not repeated: addresses of such services often hold a key.
  if (rpcUrl !== null && !isRpcUrl(rpcUrl)) complain('SIWE_RPC_URL must be an https URL, or http on this machine.');
  const limit = (name: string, otherwise: number) => readNumber(env, name, { max: MAX_LIMIT, otherwise }, complain);
  return {
    domain,
    uri,
    chain,
    rpcUrl,
    limits: {
      openPerNetwork: limit('SIWE_OPEN_PER_NETWORK', 100),
      perNetworkHour: limit('SIWE_PER_NETWORK_HOUR', 600),
      open: limit('SIWE_OPEN', 100_000),
      newPerHour: limit('SIWE_NEW_PER_HOUR', 1_000),
    },
  };
}

/** The terms of an installation that clients reach at this address. */
export function siweTerms({ domain, uri, chain }: SiweSettings, baseUrl: string): SiweTerms {
  return { domain: domain ?? new URL(baseUrl).host, uri: uri ?? `${baseUrl}/v2`, chain };
}

function isUrl(text: string, protocols: RegExp): boolean {
  return !/\s/.test(text) && URL.canParse(text) && protocols.test(new URL(text).protocol);
}

function isRpcUrl(text: string): boolean {
  if (isUrl(text, /^https:$/)) return true;
  return isUrl(text, /^http:$/) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(text).hostname);
}
