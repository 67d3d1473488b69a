export { isLoopback, networkOf, SINGLE_CLIENT } from './client-network.js';
export { type Network, readNetworks } from './networks.setting.js';
export { ProxiedConnections } from './proxy-protocol/proxied-connections.js';
export type { Endpoint } from './proxy-protocol/proxy-header.js';
