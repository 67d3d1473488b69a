/** SQL expressions over the rows that leased mailboxes are written from. */
type LeasedMailboxExpressions = {
  readonly tenantId: string;
  readonly userId: string;
  readonly address: string;
  readonly domain: string;
  readonly look: string;
  readonly leasedUntil: string;
};

/**
 * A CTE `mailbox_row` that creates a mailbox for each row of `from`, in the statement of what it comes with. It returns
 * `id`, `tenant_id` and `address` of those that were created: an address that is or was in use, or looks like one that
 * is, creates none.
 */
export function leasedMailboxRows(
  { tenantId, userId, address, domain, look, leasedUntil }: LeasedMailboxExpressions,
  from: string,
): string {
  return `mailbox_row as (
     insert into mailbox (tenant_id, user_id, address, domain, look, leased_until)
     select ${tenantId}, ${userId}, ${address}, ${domain}, ${look}, ${leasedUntil} ${from}
     on conflict do nothing returning id, tenant_id, address)`;
}

/** A CTE `mailbox_row` that changes until when the mailboxes of some rows are leased. @param rows a CTE with `mailbox_id` */
export function setLeasedUntil(rows: string, leasedUntil: string): string {
  return `mailbox_row as (
     update mailbox m set leased_until = ${leasedUntil} from ${rows} where m.id = ${rows}.mailbox_id returning m.id, m.address)`;
}
