import ipaddr from 'ipaddr.js';

/** The prefix that one client usually holds: a /24 of IPv4, a /64 of IPv6 (RFC 6177). */
const PREFIX = { ipv4: 24, ipv6: 64 };

/** The prefix of a client that is alone at its address of IPv4, behind which there may be many. */
export const SINGLE_CLIENT = { ipv4: 32, ipv6: 64 };

/**
 * The network that an address belongs to, as `192.0.2.0/24` or `2001:db8::/64`; IPv4 in IPv6 counts as IPv4. Text that
 * is not an address is returned as it is.
 */
export function networkOf(address: string, prefix: typeof PREFIX = PREFIX): string {
  if (!ipaddr.isValid(address)) return address;
  const plain = ipaddr.process(address);
  const bits = prefix[plain.kind()];
  const bytes = plain.toByteArray().map((byte, i) => (8 * (i + 1) <= bits ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}

/** Whether the address belongs to this host. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
