import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The addresses outside the public Internet to which we may connect: none, those of this machine, or all. */
export type AllowPrivate = 'none' | 'loopback' | 'all';

/** A public number that answers inside the cloud: the host that gives Azure's machines their settings. */
const AZURE_HOST = '168.63.129.16';
/** All global unicast addresses of IPv6 begin with these three bits (2000::/3, RFC 4291 §2.4). */
const GLOBAL_UNICAST = 0b001;
/** IPv4-compatible, deprecated (RFC 4291 §2.5.5.1): the library takes it for mapped IPv4, which it is not. */
const COMPATIBLE = /^::\d+\.[\d.]+$/;

/**
 * Whether we may connect to this address; whatever is not plainly public is private. The ranges are those of IANA's
 * special-purpose registries (RFC 6890). Spellings other than the canonical one, such as `0x7f.1`, do not count as
 * addresses: a socket would give them to the system's resolver, which reads them in its own way.
 */
export function isAllowedAddress(text: string, allowPrivate: AllowPrivate): boolean {
  if (!isAddress(text)) return false;
  if (allowPrivate === 'all') return true;
  if (COMPATIBLE.test(text)) return false;
  // Mapped IPv4 is judged as the IPv4 address it is.
  const address = ipaddr.process(text);
  const range = address.range();
  if (range === 'loopback') return allowPrivate === 'loopback';
  if (range !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return (address.parts[0] ?? 0) >> 13 === GLOBAL_UNICAST;
  return address.toString() !== AZURE_HOST;
}

/** Whether a text is an address and not a name. */
export function isAddress(text: string): boolean {
  return isIP(text) !== 0;
}
