import { getDomain } from 'tldts';

/** One mail asks for the same few names again and again, and so do mails that come together. */
const organisations = new Map<string, string>();
const MAX_KNOWN = 1_000;
/** No name is longer (RFC 1035 §2.3.4): what is kept is bounded. */
const MAX_NAME = 255;

/**
 * The part of a name that somebody registered: `shop.co.uk`, `example.com`. Those who share a host such as `github.io`
 * count as different (the private section of the public suffix list).
 */
export function organisationOf(host: string): string {
  const known = organisations.get(host);
  if (known !== undefined) return known;
  if (host.length > MAX_NAME) return registeredIn(host);
  // A piece of a mail would keep the whole of it in memory, a copy does not.
  const copy = Buffer.from(host).toString();
  const organisation = registeredIn(copy);
  if (organisations.size === MAX_KNOWN) organisations.clear();
  organisations.set(copy, organisation);
  return organisation;
}

function registeredIn(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
