import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII, domainToUnicode } from 'node:url';

/** The limit on octets of a domain as it travels (RFC 5321 §4.5.3.1.2). */
const MAX_DOMAIN_OCTETS = 255;

const LDH_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const LDH_DOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const BEYOND_ASCII = /[^\u0000-\u007f]/;

export type Domain = { readonly domain: string; readonly addressLiteral: boolean; readonly nonAscii: boolean };

/** Parses a domain of LDH labels or U-labels, or an IPv4 or IPv6 literal in brackets (RFC 5321 §4.1.2 and §4.1.3). */
export function parseDomain(text: string): Domain | null {
  if (text.length > MAX_DOMAIN_OCTETS) return null;
  if (text.startsWith('[')) return parseLiteral(text);
  // Each label is judged by itself, so that A-labels and U-labels may be mixed and no character can turn into a dot.
  const nonAscii = BEYOND_ASCII.test(text);
  const domain = nonAscii ? text.split('.').map(toAsciiLabel).join('.') : text.toLowerCase();
  if (domain.length > MAX_DOMAIN_OCTETS || !LDH_DOMAIN.test(domain)) return null;
  return { domain, addressLiteral: false, nonAscii };
}

/** Returns "" if it is not a U-label: IDNA would have to map it first (capitals, full-width letters, soft hyphens). */
function toAsciiLabel(label: string): string {
  const folded = label.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  if (!BEYOND_ASCII.test(folded)) return folded;
  const ascii = domainToASCII(folded);
  return LDH_LABEL.test(ascii) && domainToUnicode(ascii) === folded ? ascii : '';
}

function parseLiteral(text: string): Domain | null {
  if (!text.endsWith(']')) return null;
  const literal = text.slice(1, -1).toLowerCase();
  // A General-address-literal is refused: no other tag is registered. A zone (`fe80::1%eth0`) means nothing to another
  // host.
  const known = literal.startsWith('ipv6:') ? isIPv6(literal.slice(5)) && !literal.includes('%') : isIPv4(literal);
  return known ? { domain: `[${literal}]`, addressLiteral: true, nonAscii: false } : null;
}
