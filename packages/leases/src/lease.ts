/** What became of a lease, by the database's clock. */
export type LeaseStatus = 'active' | 'released' | 'expired';

/** A mailbox that an agent has for some time. */
export type Lease = {
  readonly id: string;
  readonly tenantId: string;
  readonly agentId: string;
  readonly mailboxId: number;
  readonly address: string;
  readonly purpose: string;
  readonly status: LeaseStatus;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly releasedAt: Date | null;
};

/** A lease with the password of its mailbox, which its agent is shown only this once. */
export type AllocatedLease = Lease & { readonly password: string };

export const MAX_LEASE_HOURS = 720;
export const DEFAULT_LEASE_HOURS = 24;
/** Mail can be read for this long after the end of its lease. */
export const READABLE_HOURS = 24;
