/** Whether the account is locked until the end of the transaction, so that what is decided by it stays true. */
export type AccountLock = 'locked' | 'seen';

/**
 * SQL: what a metered tenant has, as `available` and `recent_external`; no row if it is not metered, or has no account.
 * Both stand in the row that is locked, because a statement that waited for the lock sees what others committed in this
 * row meanwhile, and nowhere else.
 * @param sender names a CTE of the tenant @param condition other accounts are neither read nor locked
 */
export function senderAccount(lock: AccountLock, sender: string, condition: string): string {
  return `select a.available, a.recent_external from ${sender} s join credit_account a on a.tenant_id = s.id
     where s.metered and ${condition}${lock === 'locked' ? ' for no key update of a' : ''}`;
}

/**
 * SQL: remembers when external recipients were accepted. Both are queries of one value, so that the account is looked for
 * once it is known which; a null finds none.
 * @param tenantId whose account it is @param recent the instants of the last day, as `timestamptz[]`
 */
export function rememberExternal(tenantId: string, recent: string): string {
  return `update credit_account set recent_external = (${recent}) where tenant_id = (${tenantId})`;
}

/**
 * SQL: whether the limits of the free tier hold for the tenant of a CTE. Whoever asks for an upgrade is under review, which
 * lifts none of them before it is paid: anybody can ask.
 */
export function isOfFreeTier(sender: string): string {
  return `(${sender}.billing_state = 'free' or (${sender}.billing_state = 'paid_review' and not exists (
       select from receipt u where u.tenant_id = ${sender}.id and u.purpose = 'upgrade' and u.status = 'settled')))`;
}
