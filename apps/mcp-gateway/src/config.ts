import { readRateLimit, readStreamLimits, type StreamLimits } from '@mailroom/http';
import type { RateLimit } from '@mailroom/identity';
import { readWaitLimits, type WaitLimits } from '@mailroom/mail';
import { readNetworks, type Network } from '@mailroom/network';
import { readBaseUrl, type Complain, type Environment } from '@mailroom/runtime';
import { readSendLimits, type SendLimits } from '@mailroom/send-policy';

export type McpGatewayConfig = {
  /** Hosts, beside that of the base URL, by which clients may call. */
  readonly allowedHosts: readonly string[];
  /** How many requests each token may make; null admits everything. */
  readonly rateLimit: RateLimit | null;
  /** How many streams may be open; the default limits without it. */
  readonly streams?: StreamLimits;
  /** How many calls may wait; the default limits without it. */
  readonly waits?: WaitLimits;
  /** How much external mail the free tier may send; the default limits without it. */
  readonly sendLimits?: SendLimits;
  readonly trustedProxies: readonly Network[];
  readonly proxyProtocolFrom: readonly Network[];
};

const hostname = /^([a-z0-9-]+\.)*[a-z0-9-]+$|^\[[0-9a-f:]+\]$/i;

/** Reads the variables of the gateway; `complain` receives a line for each bad one. */
export function loadMcpGatewayConfig(
  env: Environment,
  complain: Complain,
): McpGatewayConfig & { readonly baseUrl: string | undefined } {
  const allowedHosts = (env.MCP_ALLOWED_HOSTS || '').split(',').flatMap((name) => name.trim().toLowerCase() || []);
  for (const name of allowedHosts)
    if (!hostname.test(name)) complain(`MCP_ALLOWED_HOSTS must list host names without ports, not "${name}".`);
  return {
    baseUrl: readBaseUrl(env, complain),
    allowedHosts,
    rateLimit: readRateLimit(env, complain),
    streams: readStreamLimits(env, complain),
    waits: readWaitLimits(env, complain),
    sendLimits: readSendLimits(env, complain),
    trustedProxies: readNetworks(env, 'TRUSTED_PROXIES', complain),
    proxyProtocolFrom: readNetworks(env, 'HTTP_PROXY_PROTOCOL_FROM', complain),
  };
}
