import type { LedgerAccount, LedgerCause } from '../credits/ledger-rows.repository.js';

/** Credits that moved from one account to another, and why. */
export type LedgerEntry = {
  readonly id: number;
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
  readonly amount: number;
  readonly cause: LedgerCause;
  /** The receipt, recipient, grant or proof. */
  readonly causeId: string;
  readonly createdAt: Date;
};

/** What a tenant has. */
export type Balance = { readonly available: number; readonly reserved: number };

/** Something that the books say in two ways. */
export type LedgerDifference = {
  readonly tenant: string;
  readonly what: string;
  readonly recorded: string;
  readonly recomputed: string;
};
