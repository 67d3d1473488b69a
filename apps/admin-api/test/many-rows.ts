import { statement } from '@mailroom/database';
import type { RowsRead } from '@mailroom/testing';

/** Nearly all rows are of one kind and one tenant; a few are of every other kind. */
const fills = [
  `insert into tenant (id, name, metered, billing_state, send_policy, status, created_at)
     select 'tnt_' || n, 'tenant ' || n, true, 'free', 'internal_only', case when n % 5000 = 0 then 'suspended' else 'active' end,
       now() - n * interval '1 minute' from generate_series(1, $1::int) n`,
  `insert into app_user (tenant_id) values ('tnt_1')`,
  `insert into credit_account (tenant_id) select id from tenant`,
  `insert into mailbox (tenant_id, user_id, address, domain, status)
     select case when n % 5000 = 0 then 'tnt_2' else 'tnt_1' end, 1, 'box' || n || '@rows.test', 'rows.test',
       case when n % 7000 = 0 then 1 else 0 end from generate_series(1, $1::int) n`,
  `insert into audit_entry (tenant_id, actor, action, target_type, target_id, created_at)
     select 'tnt_1', case when n % 5000 = 0 then 'operator' else 'manager' end,
       case when n % 7000 = 0 then 'webhook.enabled' else 'mailbox.created' end, 'mailbox', n::text,
       now() - ($1 - n) * interval '1 minute' from generate_series(1, $1::int) g (n) order by g.n`,
  `insert into webhook (tenant_id, user_id, url, events, secret, status, failing_since)
     select case when n % 5000 = 0 then 'tnt_2' else 'tnt_1' end, 1, 'https://rows.test', '{}', 'x',
       case when n % 7000 = 0 then 1 else 0 end, case when n % 6000 = 0 then now() end from generate_series(1, $1::int) n`,
  `insert into receipt (id, tenant_id, purpose, status, proof_hash, network, asset, pay_to, payer, nonce, amount, credits,
       valid_before, ended_at, next_attempt_at)
     select 'rcp_' || lpad(n::text, 32, '0'), 'tnt_1', 'topup', case when n % 7000 = 0 then 'pending' else 'failed' end,
       sha256(n::text::bytea), 'n', 'a', 'p', 'p', n::text, 1, 1, now(), case when n % 7000 <> 0 then now() end,
       case when n % 14000 <> 0 then now() end from generate_series(1, $1::int) n`,
  `insert into ledger_entry (tenant_id, from_account, to_account, amount, cause_type, cause_id)
     select 'tnt_1', 'granted', 'available', 1, 'grant', n::text from generate_series(1, $1::int) n`,
  `insert into risk_event (tenant_id, control, action, details, created_at)
     select 'tnt_1', case when n % 7000 = 0 then 'complaints' else 'strangers' end, 'review', '{}',
       now() - ($1 - n) * interval '1 hour' from generate_series(1, $1::int) g (n) order by g.n`,
  `insert into email (mailbox_id, direction, status, unread, raw_id, ready_at)
     select n, 1, 'sent', false, gen_random_uuid(), now() from generate_series(1, $1::int) n`,
  `insert into outbound_job (email_id, mailbox_id, envelope_sender, status, finished_at)
     select n, n, '', case when n % 7000 = 0 then 'unknown' when n % 6000 = 0 then 'failed' when n % 9000 = 0 then 'retry'
       else 'sent' end, now() from generate_series(1, $1::int) n`,
  `insert into outbound_recipient (job_id, mailbox_id, position, address, status)
     select id, mailbox_id, 0, 'a@b.test', case status when 'unknown' then 'unknown' else status end from outbound_job`,
  `insert into bus_delivery (consumer, event_id, type, payload, occurred_at, poisoned_at)
     select 'rows', gen_random_uuid(), 'email.received', '{}', now(), case when n % 2 = 0 then now() - n * interval '1 s' end
     from generate_series(1, $1::int) n`,
  `insert into mail_hour (tenant_id, hour, received)
     select t, date_trunc('hour', now()) - n * interval '1 hour', 1
     from generate_series(0, 767) n cross join unnest(array['', 'tnt_1', 'tnt_2', 'tnt_3']) t`,
  `insert into email_task (email_id, mailbox_id, seq, ready, status, handled_at)
     select n, n, n, true, 'handled', now() - n * interval '1 hour' from generate_series(1, $1::int) n`,
];

/** Fills every table that an operator looks at, most of it for one tenant. */
export async function fillEverything({ database }: RowsRead, count: number): Promise<void> {
  for (const [index, text] of fills.entries()) {
    await database.query(statement(`fill-${index}`, text), text.includes('$1') ? [count] : []);
  }
  await database.query(statement('fill-analyze', 'vacuum analyze'));
}
