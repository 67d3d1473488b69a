import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import type { AllowPrivate } from './webhook.js';

/** The endpoint lies where it may not, or its name can't be resolved. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

/** Public by its number, but answered inside the cloud: the host that gives Azure's machines their settings. */
const AZURE_HOST = '168.63.129.16';
/** All global unicast addresses of IPv6 begin with these three bits (2000::/3, RFC 4291 §2.4). */
const GLOBAL_UNICAST = 0b001;

/** Whether a delivery may connect to this address; whatever is not plainly public is private. */
export function isAllowedAddress(text: string, allowPrivate: AllowPrivate): boolean {
  if (!ipaddr.isValid(text)) return false;
  // Mapped IPv4 is judged as the IPv4 that it is.
  const address = ipaddr.process(text);
  if (allowPrivate === 'all') return true;
  if (address instanceof ipaddr.IPv6 && address.range() === 'unicast') {
    return (address.parts[0] ?? 0) >> 13 === GLOBAL_UNICAST;
  }
  const range = address.range();
  if (range === 'unicast') return address.toString() !== AZURE_HOST;
  return range === 'loopback' && allowPrivate === 'loopback';
}

export type Lookup = (hostname: string) => Promise<LookupAddress[]>;

const resolveBySystem: Lookup = (hostname) => systemLookup(hostname, { all: true, verbatim: true });

const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;

/**
 * Asks name servers over the network alone. The system's resolver holds one of the few threads that files need too, for
 * as long as a hostile name server keeps silent.
 */
export async function resolveByNameServer(hostname: string, servers?: readonly string[]): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  if (servers) resolver.setServers(servers);
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
  const addresses = (family: 4 | 6, answer: PromiseSettledResult<string[]>) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
  return [...addresses(4, v4), ...addresses(6, v6)];
}

/** Strangers' names are never given to the system's resolver; where the endpoints are ours, its hosts file counts. */
export function lookupFor(allowPrivate: AllowPrivate): Lookup {
  return allowPrivate === 'none' ? (hostname) => resolveByNameServer(hostname) : resolveBySystem;
}

/**
 * Resolves a name once and gives the addresses to connect to, so that no second answer of its name server can lead
 * elsewhere. @throws AddressRefusedError when any of its addresses is not allowed
 */
export async function resolveEndpoint(
  hostname: string,
  allowPrivate: AllowPrivate,
  lookup: Lookup = lookupFor(allowPrivate),
): Promise<LookupAddress[]> {
  const literal = hostname.replace(/^\[|\]$/g, '');
  const addresses = ipaddr.isValid(literal)
    ? [{ address: literal, family: ipaddr.parse(literal).kind() === 'ipv6' ? 6 : 4 }]
    : await lookup(hostname).catch((cause: unknown) => {
        throw new AddressRefusedError('The host name could not be resolved.', { cause });
      });
  if (addresses.length === 0) throw new AddressRefusedError('The host name could not be resolved.');
  if (addresses.every(({ address }) => isAllowedAddress(address, allowPrivate))) return addresses;
  throw new AddressRefusedError('The endpoint has a private address, which is not allowed.');
}
