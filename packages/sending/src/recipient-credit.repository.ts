import { ledgerRows } from '@mailroom/billing';

/**
 * SQL: the credit of a recipient `r` once its status is `status`. A credit that is reserved is spent when a next hop has
 * taken the mail, whatever its host says later, and comes back when none has. While nobody knows, it stays reserved.
 */
export function creditAfter(status: string): string {
  return `case when r.credit = 'reserved' then
     case ${status} when 'failed' then 'returned' when 'queued' then 'reserved' when 'retry' then 'reserved'
       when 'unknown' then 'reserved' else 'spent' end
     else r.credit end`;
}

/** SQL: what an update of recipients returns for `creditMoves`. What was there before is that of the row that it changed. */
export const creditChange = 'r.job_id, r.mailbox_id, r.position, old.credit as was, new.credit as credit';

/**
 * A CTE `ledger` that moves the credits which recipients `changed` (rows of `creditChange`) no longer reserve, each once:
 * two statements that settle a recipient follow each other, and the second finds it settled. Accounts are taken in one
 * order, because the jobs of several tenants are recorded together.
 */
export function creditMoves(changed: string): string {
  return ledgerRows(
    'recipient',
    {
      tenantId: 'm.tenant_id',
      from: `'reserved'`,
      to: `case c.credit when 'spent' then 'spent' else 'available' end`,
      amount: '1',
      causeId: `c.job_id || '/' || c.position`,
    },
    `from ${changed} c join mailbox m on m.id = c.mailbox_id
     where c.was = 'reserved' and c.credit <> 'reserved' order by m.tenant_id, c.job_id, c.position`,
  );
}
