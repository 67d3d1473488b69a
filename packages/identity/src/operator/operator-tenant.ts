import type { BillingState, OutboundLevel, TenantStanding, TenantState } from '../tenant-state.js';

/** A tenant as the operator sees it. */
export type OperatorTenant = TenantStanding & {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  /** Why its standing is what it is, since when, and who changed it; null if nobody ever did. */
  readonly reason: string | null;
  readonly changedAt: Date | null;
  readonly changedBy: string | null;
};

/** Tenants of some states, newest first. Each list names all that are meant. */
export type TenantFilter = {
  readonly statuses: readonly TenantState[];
  readonly levels: readonly OutboundLevel[];
  readonly billingStates: readonly BillingState[];
  readonly metered: readonly boolean[];
};

/** Those of them whose id or name begins with a text, or who own what was looked for. */
export type TenantSearch = TenantFilter & {
  readonly text?: string | undefined;
  readonly owners?: readonly string[];
  /** Only these, of whom there are few. */
  readonly among?: readonly string[] | undefined;
};

export type TenantPage = { readonly cursor: string | undefined; readonly limit: number };
