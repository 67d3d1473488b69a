import { FreeLimits, readFreeLimits } from './calls/free-limits.js';

/** Where mailboxes are leased. */
export class LeaseOptions {
  constructor(
    /** The domain of leased mailboxes; null where none can be leased. */
    readonly domain: string | null,
    /** The one address at which clients reach the system. */
    readonly baseUrl: string,
  ) {}
}

export type LeaseSettings = { readonly domain: string | null; readonly limits: FreeLimits };

type Environment = Readonly<Record<string, string | undefined>>;

const domainName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Reads LEASE_DOMAIN and the free limits; nothing is leased where no domain is named. */
export function readLeases(env: Environment, complain: (problem: string) => void): LeaseSettings {
  const domain = (env.LEASE_DOMAIN ?? '').trim().toLowerCase();
  if (domain !== '' && !domainName.test(domain)) complain(`LEASE_DOMAIN must be a domain name, not "${domain}".`);
  return { domain: domain === '' ? null : domain, limits: readFreeLimits(env, complain) };
}
