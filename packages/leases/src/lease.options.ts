import type { Complain, Environment } from '@mailroom/errors';
import { readSharedDomain } from '@mailroom/mail';
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

/** Reads LEASE_DOMAIN and the free limits; nothing is leased where no domain is named. */
export function readLeases(env: Environment, complain: Complain): LeaseSettings {
  return { domain: readSharedDomain(env, 'LEASE_DOMAIN', complain), limits: readFreeLimits(env, complain) };
}
