import { parseDomain } from './domain.js';
import { formatAddress, type EmailAddress } from './email-address.js';
import { localPartAt, type Dots } from './local-part.js';

/** The limit on octets of a whole address: a path of 256 without its angle brackets (RFC 5321 §4.5.3.1.3). */
const MAX_ADDRESS_OCTETS = 254;

// This finds only where the domain ends; parseDomain decides what it may be.
const DOMAIN_TOKEN = /\[[^\]<>\u0000-\u0020]*\]|[^<>\u0000-\u0020]+/y;

/**
 * Parses one address and nothing else: no route, comment, display name, white space or control, 64/255/254 octets.
 * A `%` or `!` in the local part is an ordinary character and routes nothing.
 */
export function parseAddress(text: string): EmailAddress | null {
  if (text.length > MAX_ADDRESS_OCTETS) return null;
  const found = addressAt(text, 0);
  return found !== null && found.end === text.length ? found.address : null;
}

/** Reads the address that starts at `start`; `end` is the index after it. */
export function addressAt(
  text: string,
  start: number,
  dots: Dots = 'strict',
): { address: EmailAddress; end: number } | null {
  const local = localPartAt(text, start, dots);
  if (local === null || text[local.end] !== '@') return null;
  DOMAIN_TOKEN.lastIndex = local.end + 1;
  const token = DOMAIN_TOKEN.exec(text)?.[0];
  const parsed = token === undefined ? null : parseDomain(token);
  if (token === undefined || parsed === null) return null;
  const { domain, addressLiteral } = parsed;
  const address = formatAddress(local.content, domain);
  const nonAscii = local.nonAscii || parsed.nonAscii;
  const end = local.end + 1 + token.length;
  if (octets(address, nonAscii) > MAX_ADDRESS_OCTETS || octets(text.slice(start, end), nonAscii) > MAX_ADDRESS_OCTETS) {
    return null;
  }
  return { address: { localPart: local.content, domain, address, addressLiteral, nonAscii }, end };
}

function octets(text: string, nonAscii: boolean): number {
  return nonAscii ? Buffer.byteLength(text) : text.length;
}
