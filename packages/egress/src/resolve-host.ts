import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import { isIPv6, type LookupFunction } from 'node:net';
import { isAddress, isAllowedAddress, type AllowPrivate } from './address.js';

/** The host has an address that is not allowed, or its name can't be resolved. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

export type Lookup = (hostname: string) => Promise<LookupAddress[]>;

const resolveBySystem: Lookup = (hostname) => systemLookup(hostname, { all: true, verbatim: true });

const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;

/**
 * Asks name servers only over the network. The system's resolver would hold one of the few threads that files need too,
 * for as long as a hostile name server keeps silent.
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

/** We never give strangers' names to the system's resolver; if the hosts are ours, its hosts file counts. */
function lookupFor(allowPrivate: AllowPrivate): Lookup {
  return allowPrivate === 'none' ? (hostname) => resolveByNameServer(hostname) : resolveBySystem;
}

/**
 * Resolves a name once and returns the addresses to connect to, so that no second answer from its name server can lead
 * elsewhere. @throws AddressRefusedError when any of its addresses is not allowed
 */
export async function resolveHost(
  hostname: string,
  allowPrivate: AllowPrivate,
  lookup: Lookup = lookupFor(allowPrivate),
): Promise<LookupAddress[]> {
  const literal = hostname.replace(/^\[|\]$/g, '');
  const addresses = isAddress(literal)
    ? [{ address: literal, family: isIPv6(literal) ? 6 : 4 }]
    : await lookup(hostname).catch((cause: unknown) => {
        throw new AddressRefusedError('The host name could not be resolved.', { cause });
      });
  if (addresses.length === 0) throw new AddressRefusedError('The host name could not be resolved.');
  if (addresses.every(({ address }) => isAllowedAddress(address, allowPrivate))) return addresses;
  throw new AddressRefusedError('The endpoint has a private address, which is not allowed.');
}

/** The same as what a socket itself calls, so that it connects to the very addresses that were checked. */
export function checkedLookup(allowPrivate: AllowPrivate, lookup?: Lookup): LookupFunction {
  return (hostname, { all }, done) => {
    resolveHost(hostname, allowPrivate, lookup).then(
      (found) => (all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family)),
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    );
  };
}
