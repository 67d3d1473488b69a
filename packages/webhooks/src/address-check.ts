import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import type { AllowPrivate } from './webhook.js';

/** The endpoint lies where it may not, or its name can't be resolved. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

/** Whether a delivery may connect to this address; whatever is not plainly public is private. */
export function isAllowedAddress(text: string, allowPrivate: AllowPrivate): boolean {
  if (!ipaddr.isValid(text)) return false;
  // Mapped IPv4 is judged as the IPv4 that it is.
  const range = ipaddr.process(text).range();
  if (range === 'unicast' || allowPrivate === 'all') return true;
  return range === 'loopback' && allowPrivate === 'loopback';
}

export type Lookup = (hostname: string) => Promise<LookupAddress[]>;

const resolveAll: Lookup = (hostname) => systemLookup(hostname, { all: true, verbatim: true });

/**
 * Resolves a name once and gives the address to connect to, so that no second answer of its name server can lead
 * elsewhere. @throws AddressRefusedError when any of its addresses is not allowed
 */
export async function resolveEndpoint(
  hostname: string,
  allowPrivate: AllowPrivate,
  lookup: Lookup = resolveAll,
): Promise<LookupAddress> {
  const literal = hostname.replace(/^\[|\]$/g, '');
  const addresses = ipaddr.isValid(literal)
    ? [{ address: literal, family: ipaddr.parse(literal).kind() === 'ipv6' ? 6 : 4 }]
    : await lookup(hostname).catch((cause: unknown) => {
        throw new AddressRefusedError('The host name could not be resolved.', { cause });
      });
  const [first] = addresses;
  if (first && addresses.every(({ address }) => isAllowedAddress(address, allowPrivate))) return first;
  throw new AddressRefusedError('The endpoint has a private address, which is not allowed.');
}
