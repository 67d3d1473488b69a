import { readNetworks, type Network } from '@mailroom/network';
import { readBaseUrl, type Complain, type Environment } from '@mailroom/runtime';

export type WebConfig = {
  /** The one address at which people reach the system, without a trailing slash. */
  readonly baseUrl: string | undefined;
  /** Where this process reaches the APIs, if that is not the same. */
  readonly apiUrl: string | undefined;
  readonly trustedProxies: readonly Network[];
  readonly proxyProtocolFrom: readonly Network[];
};

/** Reads the variables of the browser side; `complain` receives a line for each bad one. */
export function loadWebConfig(env: Environment, complain: Complain): WebConfig {
  return {
    baseUrl: readBaseUrl(env, complain),
    apiUrl: readBaseUrl(env, complain, 'WEB_API_URL'),
    trustedProxies: readNetworks(env, 'TRUSTED_PROXIES', complain),
    proxyProtocolFrom: readNetworks(env, 'HTTP_PROXY_PROTOCOL_FROM', complain),
  };
}
