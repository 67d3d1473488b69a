import { addressAt } from './address.parser.js';
import type { EmailAddress } from './email-address.js';
import type { Dots } from './local-part.js';

/** The text after `MAIL FROM:` or `RCPT TO:`. `rest` holds the ESMTP parameters, without the space before them. */
export type ParsedPath =
  | { readonly kind: 'path'; readonly address: EmailAddress | null; readonly rest: string }
  | { readonly kind: 'postmaster'; readonly rest: string }
  | { readonly kind: 'source_route' }
  | { readonly kind: 'syntax' };

const SYNTAX: ParsedPath = { kind: 'syntax' };
const POSTMASTER = /postmaster(?=>)/iy;
const ROUTE = /@[^@,:<>\s]+(?:,@[^@,:<>\s]+)*:/y;

/**
 * Parses a Reverse-path or Forward-path (RFC 5321 §4.1.2): `<a@b>`, the null path `<>` (address null) and the
 * domainless `<postmaster>` (§4.5.1). A well-formed source route (`<@a,@b:user@c>`) is reported as such, never
 * followed. Like Postfix by default, we accept one space after the colon and a path without angle brackets, since real
 * clients send them; `a@b` then ends at the first space, so that nothing can be read in two ways.
 */
export function parsePath(text: string): ParsedPath {
  return pathOf(text, 'strict');
}

/**
 * Parses the Reverse-path of MAIL FROM. `<a..b@c>` is no Dot-string, but it is what some phones and large senders have,
 * and everyone takes their mail; from here on it is `"a..b"@c`, which names the same mailbox and can be read in one way.
 */
export function parseReversePath(text: string): ParsedPath {
  return pathOf(text, 'loose');
}

function pathOf(text: string, dots: Dots): ParsedPath {
  const start = text.startsWith(' ') ? 1 : 0;
  if (text[start] !== '<') {
    const bare = addressAt(text, start, dots);
    return bare === null ? SYNTAX : endingAt(text, bare.end, bare.address);
  }
  const inside = start + 1;
  if (text[inside] === '>') return endingAt(text, inside + 1, null);
  if (text[inside] === '@') return isRoute(text, inside) ? { kind: 'source_route' } : SYNTAX;
  POSTMASTER.lastIndex = inside;
  if (POSTMASTER.test(text)) {
    const path = endingAt(text, inside + 'postmaster>'.length, null);
    return path.kind === 'path' ? { kind: 'postmaster', rest: path.rest } : path;
  }
  const found = addressAt(text, inside, dots);
  if (found === null || text[found.end] !== '>') return SYNTAX;
  return endingAt(text, found.end + 1, found.address);
}

/** Parameters need a space before them: `<a@b>SIZE=1` is not a path. */
function endingAt(text: string, end: number, address: EmailAddress | null): ParsedPath {
  if (end < text.length && text[end] !== ' ') return SYNTAX;
  return { kind: 'path', address, rest: text.slice(end).trim() };
}

function isRoute(text: string, start: number): boolean {
  ROUTE.lastIndex = start;
  if (!ROUTE.test(text)) return false;
  const found = addressAt(text, ROUTE.lastIndex);
  return found !== null && text[found.end] === '>';
}
