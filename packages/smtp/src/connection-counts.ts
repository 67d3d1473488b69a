import { isLoopback, networkOf } from '@mailroom/network';

export type ConnectionLimits = {
  readonly maxConnectionsPerClient: number;
  readonly maxConnectionsPerNetwork: number;
};

/**
 * Counts the connections of each client and of each network. A client is an IPv4 address, or an IPv6 /64, in which it
 * chooses its own addresses; a network is an IPv4 /24, or the same IPv6 /64. This host does not count as a network.
 */
export class ConnectionCounts {
  readonly #byKey = new Map<string, number>();

  constructor(private readonly limits: ConnectionLimits) {}

  /** Whether one more connection from this address is too many. */
  isFull(address: string): boolean {
    const { maxConnectionsPerClient, maxConnectionsPerNetwork } = this.limits;
    const { client, network } = keysOf(address);
    if (this.#count(client) >= maxConnectionsPerClient) return true;
    return network !== null && this.#count(network) >= maxConnectionsPerNetwork;
  }

  add(address: string): void {
    for (const key of Object.values(keysOf(address))) if (key !== null) this.#byKey.set(key, this.#count(key) + 1);
  }

  remove(address: string): void {
    for (const key of Object.values(keysOf(address))) {
      if (key === null) continue;
      const left = this.#count(key) - 1;
      if (left > 0) this.#byKey.set(key, left);
      else this.#byKey.delete(key);
    }
  }

  #count(key: string): number {
    return this.#byKey.get(key) ?? 0;
  }
}

function keysOf(address: string): { readonly client: string; readonly network: string | null } {
  if (isLoopback(address)) return { client: address, network: null };
  const network = networkOf(address);
  return { client: address.includes(':') ? `client ${network}` : address, network };
}
