import { getDomain } from 'tldts';

/**
 * The part of a name that somebody registered: `shop.co.uk`, `example.com`. Those who share a host such as `github.io`
 * count as different (the private section of the public suffix list).
 */
export function organisationOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
