import { readNetworks, type Network } from '@mailroom/network';
import type { ApiPlace } from './calls/api-address.js';
import { readBaseUrl, type Complain, type Environment } from '@mailroom/runtime';

export type WebConfig = {
  /** The one address at which people reach the system, without a trailing slash. */
  readonly baseUrl: string | undefined;
  /** Where this process reaches the APIs, if that is not the base URL. */
  readonly apis: readonly ApiPlace[];
  readonly trustedProxies: readonly Network[];
  readonly proxyProtocolFrom: readonly Network[];
};

/** Reads the variables of the browser side; `complain` receives a line for each bad one. */
export function loadWebConfig(env: Environment, complain: Complain): WebConfig {
  return {
    baseUrl: readBaseUrl(env, complain),
    apis: readApis(env, complain),
    trustedProxies: readNetworks(env, 'TRUSTED_PROXIES', complain),
    proxyProtocolFrom: readNetworks(env, 'HTTP_PROXY_PROTOCOL_FROM', complain),
  };
}

/** WEB_APIS: `/api=http://mailbox-api:8080,/v1=…`, the paths and where they are served. */
function readApis(env: Environment, complain: Complain): ApiPlace[] {
  const pairs = (env.WEB_APIS || '').split(',').flatMap((pair) => pair.trim() || []);
  return pairs.map((pair) => {
    const [, prefix = '', url = ''] = /^(\/[\w/-]*\w)=(https?:\/\/[^\s/]+)\/?$/.exec(pair) ?? [];
    if (!URL.canParse(url))
      complain(`WEB_APIS must list paths with their addresses, such as /v1=http://billing-api:8080, not "${pair}".`);
    return { prefix, url };
  });
}
