/** The accounts of a tenant, and those outside: where credits come from and where they go. */
export const ledgerAccounts = ['available', 'reserved', 'paid', 'granted', 'spent', 'revoked'] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

/** Why credits moved. */
export const ledgerCauses = ['receipt', 'recipient', 'grant', 'proof'] as const;
export type LedgerCause = (typeof ledgerCauses)[number];

/** SQL expressions over the rows that entries are written from. */
type LedgerExpressions = {
  readonly tenantId: string;
  /** An expression of type text, for moves whose accounts depend on the row; see `LedgerAccount`. */
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly causeId: string;
};

/**
 * A CTE `ledger` that moves credits for each row of `source`, in the statement of what costs or brings them. The balances
 * follow by themselves; what the tenant does not have fails the statement (SQLSTATE 23514).
 */
export function ledgerRows(
  cause: LedgerCause,
  { tenantId, from, to, amount, causeId }: LedgerExpressions,
  source: string,
): string {
  return `ledger as (
     insert into ledger_entry (tenant_id, from_account, to_account, amount, cause_type, cause_id)
     select ${tenantId}, ${from}, ${to}, ${amount}, '${cause}', ${causeId} ${source}
     returning tenant_id, amount)`;
}
