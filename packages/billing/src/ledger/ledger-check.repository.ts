import { Injectable } from '@nestjs/common';
import { Database, statement, type Statement } from '@mailroom/database';
import type { LedgerDifference } from './ledger-entry.js';

/** Differences that are shown of each kind. */
const MAX_SHOWN = 1_000;

const check = (name: string, text: string): Statement =>
  statement(`ledger-check-${name}`, `${text} limit ${MAX_SHOWN}`);

const sumOf = (account: string) =>
  `coalesce(sum(case '${account}' when to_account then amount when from_account then -amount else 0 end), 0)`;

/** Balances against the sums of the entries. */
const balances = check(
  'balances',
  `select a.tenant_id as tenant, 'balance: available, reserved' as what,
     concat_ws(', ', a.available, a.reserved) as recorded, concat_ws(', ', s.available, s.reserved) as recomputed
   from credit_account a cross join lateral (
     select ${sumOf('available')} as available, ${sumOf('reserved')} as reserved
     from ledger_entry e where e.tenant_id = a.tenant_id) s
   where (a.available, a.reserved) is distinct from (s.available, s.reserved) order by a.tenant_id`,
);

/** Each settled receipt has brought its credits once, and no other has brought any. */
const receipts = check(
  'receipts',
  `select r.tenant_id as tenant, 'receipt ' || r.id || ' (' || r.status || ')' as what, coalesce(e.found, '0') as recorded,
     case r.status when 'settled' then r.credits else 0 end::text as recomputed
   from receipt r left join lateral (
     select string_agg(concat_ws(' ', e.amount, case when e.tenant_id <> r.tenant_id then 'of ' || e.tenant_id end,
       case when (e.from_account, e.to_account) <> ('paid', 'available') then e.from_account || ' to ' || e.to_account end),
       ', ' order by e.id) as found
     from ledger_entry e where e.cause_type = 'receipt' and e.cause_id = r.id) e on true
   where coalesce(e.found, '0') <> case r.status when 'settled' then r.credits else 0 end::text order by r.id`,
);

/** Credits that name a receipt which there is not. */
const strangers = check(
  'strangers',
  `select e.tenant_id as tenant, 'entry ' || e.id || ' of receipt ' || e.cause_id as what, e.amount::text as recorded,
     'no such receipt' as recomputed
   from ledger_entry e where e.cause_type = 'receipt' and not exists (select from receipt r where r.id = e.cause_id)
   order by e.id`,
);

/** What is reserved for recipients, against the recipients that wait for their outcome. */
const reserved = check(
  'reserved',
  `with entry as (
     select tenant_id, ${sumOf('reserved')} as credits from ledger_entry where cause_type = 'recipient' group by tenant_id),
   waiting as (
     select m.tenant_id, count(*) as credits from outbound_recipient r
       join mailbox m on m.id = r.mailbox_id
     where r.credit = 'reserved' group by m.tenant_id)
   select tenant_id as tenant, 'reserved for recipients' as what, coalesce(e.credits, 0)::text as recorded,
     coalesce(w.credits, 0)::text as recomputed
   from entry e full join waiting w using (tenant_id)
   where coalesce(e.credits, 0) <> coalesce(w.credits, 0) order by tenant_id`,
);

/** The same for proofs of payment, against those that are neither used nor returned. */
const proofs = check(
  'proofs',
  `with entry as (
     select tenant_id, ${sumOf('reserved')} as credits from ledger_entry where cause_type = 'proof' group by tenant_id),
   open as (
     select tenant_id, sum(credits) as credits from payment_proof
     where used_at is null and returned_at is null group by tenant_id)
   select tenant_id as tenant, 'reserved for proofs' as what, coalesce(e.credits, 0)::text as recorded,
     coalesce(o.credits, 0)::text as recomputed
   from entry e full join open o using (tenant_id)
   where coalesce(e.credits, 0) <> coalesce(o.credits, 0) order by tenant_id`,
);

/** Recomputes the books from what they were written from. */
@Injectable()
export class LedgerCheckRepository {
  constructor(private readonly database: Database) {}

  /** What differs; a move that commits between two of the checks is in both or in neither, since each is one statement. */
  async differences(): Promise<LedgerDifference[]> {
    const found: LedgerDifference[] = [];
    for (const each of [balances, receipts, strangers, reserved, proofs]) {
      found.push(...(await this.database.query<LedgerDifference>(each)));
    }
    return found;
  }
}
