import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { receiptGauges } from '@mailroom/billing';
import { Database, statement, type Statement } from '@mailroom/database';
import { inboundGauges } from '@mailroom/inbound';
import { janitorGauges } from '@mailroom/janitor';
import { lagGauges, OutboxRelay, PostgresEventBus } from '@mailroom/messaging';
import type { GaugeSource } from '@mailroom/observability';
import { outboundGauges } from '@mailroom/sending';
import { taskGauges } from '@mailroom/tasks';
import { buildEmails, buildMailbox, buildTenant, createTestDatabase, type TestDatabase } from '@mailroom/testing';
import { webhookGauges } from '@mailroom/webhooks';

const EMAILS = 30_000;

/** A table's contents when all is well: many rows, none of which waits. */
const history = [
  `update email_task set status = 'handled'`,
  `insert into outbound_job (email_id, mailbox_id, envelope_sender, status) select id, mailbox_id, 'a@b.c', 'sent' from email`,
  `insert into webhook (tenant_id, user_id, url, events, secret)
   select 'tnt_plan', user_id, 'http://hook.example/' || n, array['email.received'], 'x' from mailbox, generate_series(1, 20000) n`,
  `insert into webhook_delivery (webhook_id, mailbox_id, event_id, type, email_id, occurred_at, status)
   select (select min(id) from webhook), mailbox_id, gen_random_uuid(), 'email.received', id, now(), 'succeeded' from email`,
  `insert into outbox_event (id, type, payload, sent_at) select gen_random_uuid(), 'email.received', '{}', now() from email`,
  `insert into bus_consumer (name, types) values ('idle', array['email.received'])`,
  `insert into bus_delivery (consumer, event_id, type, payload, occurred_at)
   select 'other', gen_random_uuid(), 'email.received', '{}', now() from email`,
  `insert into audit_entry (tenant_id, actor, action, target_type, target_id) select 'tnt_plan', 'a', 'b', 'c', id from email`,
  `insert into access_token (tenant_id, level, token_hash, revoked_at)
   select 'tnt_plan', 'tenant', int8send(id), case when id % 9 = 0 then now() end from email`,
  `insert into body_ref (id, mailbox_id, expires_at) select id, mailbox_id, now() from email`,
  `insert into idempotency_key (mailbox_id, key, request_hash, email_id) select mailbox_id, id, '', id from email`,
  `insert into followed_resource (principal_id, session_id, uri, mailbox_id) select 'a', id, 'b', mailbox_id from email`,
  `insert into inbox_event (consumer, event_id) select 'a', gen_random_uuid() from email`,
  `insert into raw_message (id, size) select gen_random_uuid(), 0 from email`,
  `insert into feed_event (mailbox_id, type, email_id) select mailbox_id, 'a', id from email`,
  `insert into blob_deletion (blob) select id from email`,
  `insert into risk_event (tenant_id, control, action, details) select 'tnt_plan', 'a', 'review', '{}' from email`,
  `insert into risk_tally (tenant_id, kind, hour, count) select 'tnt_' || id, 'bounce', now(), 1 from email`,
  `insert into mail_hour (tenant_id, hour) select id, now() from email`,
  `insert into recent_signup (network) select id from email`,
  `insert into credit_account (tenant_id) values ('tnt_plan')`,
  `insert into receipt (id, tenant_id, purpose, status, proof_hash, network, asset, pay_to, payer, nonce, amount, credits,
     valid_before, ended_at)
   select id, 'tnt_plan', 'topup', 'settled', int8send(id), 'a', 'b', 'c', 'd', id, 1, 1, now(), now() from email`,
  `insert into oauth_record (kind, id_hash, payload, expires_at)
   select 'AccessToken', int8send(id), '{}', case when id % 9 = 0 then now() end from email`,
  `insert into siwe_challenge (nonce, address, message, network, expires_at) select id, 'a', 'b', 'c', now() from email`,
  `insert into wallet (address, agent_id, tenant_id) values ('0x', 'agt_plan', 'tnt_plan')`,
  `insert into web_session (id_hash, surface, sealed_credential, expires_at)
   select int8send(id), 'app', int8send(id), now() from email`,
  `insert into failed_sign_in (address_hash, network, failed_at) select int8send(id), '', now() from email`,
  `insert into mailbox_sign_in (token_hash, mailbox_id, generation, expires_at)
   select int8send(id), mailbox_id, 1, now() from email`,
  `insert into mail_key (mailbox_id, kind, token_id, fingerprint, key_ids, public_key)
   select m.id, 'agent', t.id, t.id, '{}', '' from access_token t, mailbox m`,
  `insert into bridge (key_id, secret_hash) select k.id, '' from mail_key k, generate_series(1, 5)`,
  `insert into email_envelope (email_id, mailbox_id, key_id, packet) select e.id, e.mailbox_id, k.id, '' from email e, (select min(id) as id from mail_key) k`,
  `insert into found_key (address, expires_at) select id, now() from email`,
  `insert into key_directory (domain, free_at) select id, now() from email`,
  `insert into autocrypt_key (tenant_id, address, hash, fingerprint, public_key, prefer_encrypt, said_at)
   select 'tnt_plan', id, '', id, '', 'mutual', now() from email`,
  `insert into key_pin (tenant_id, address, fingerprint, public_key, source) select 'tnt_plan', id, id, '', 'wkd' from email`,
  `insert into wallet_session (token_hash, address, agent_id, tenant_id, expires_at)
   select int8send(id), '0x', 'agt_plan', 'tnt_plan', now() from email`,
  `with m as (
     insert into mailbox (tenant_id, user_id, address, domain)
     select 'tnt_plan', m.user_id, e.id || '@plan.test', 'plan.test' from email e join mailbox m on m.id = e.mailbox_id returning id)
   insert into mailbox_lease (id, tenant_id, agent_id, mailbox_id, expires_at, warn_at, purge_at)
   select id, 'tnt_plan', 'agt_plan', id, now(), now(), now() from m`,
  `insert into payment_proof (nonce, tenant_id, method, path, credits, issued_at, expires_at, used_at)
   select id, 'tnt_plan', 'GET', '/', 1, now(), now(), now() from email`,
  `insert into free_use (subject, kind) select id, 'read' from email`,
  'analyze',
];

type Plan = { readonly 'Node Type': string; readonly 'Relation Name'?: string; readonly Plans?: readonly Plan[] };

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url, poolSize: 2 });
  await buildTenant(database, 'tnt_plan', 'plan.test');
  await buildEmails(database, await buildMailbox(database, 'tnt_plan', 'a@plan.test'), EMAILS);
  for (const [index, text] of history.entries()) await database.query(statement(`plan-history-${index}`, text));
}, 90_000);
afterAll(async () => {
  await database.close();
  await test.drop();
});

/** A database that records how it would answer, and finds nothing. */
class Explainer {
  readonly plans: Plan[] = [];

  async query({ name, text }: Statement, values: readonly unknown[] = []): Promise<never[]> {
    const explain = statement(`explain-${name}`, `explain (format json) ${text}`);
    const [row] = await database.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(explain, values);
    for (const { Plan: plan } of row?.['QUERY PLAN'] ?? []) this.plans.push(plan);
    return [];
  }

  listen(): () => void {
    return () => undefined;
  }
}

/** The tables that are read from end to end, except those that are always small. */
function wholeTables({ 'Node Type': type, 'Relation Name': table, Plans: plans = [] }: Plan): string[] {
  const own = type === 'Seq Scan' && table !== undefined && table !== 'bus_consumer' ? [table] : [];
  return [...own, ...plans.flatMap(wholeTables)];
}

describe('a look at the gauges', () => {
  it('reads no table from end to end, however much there is that does not wait', async () => {
    const explainer = new Explainer();
    const explained = explainer as unknown as Database;
    const bus = new PostgresEventBus(explained);
    const relay = new OutboxRelay(explained, bus);
    const config = { retentionDays: 30, auditDays: 400, endedTokenDays: 90, webhookDeliveryDays: 30 };
    const sources: GaugeSource[] = [
      inboundGauges(explained),
      taskGauges(explained),
      outboundGauges(explained),
      webhookGauges(explained),
      receiptGauges(explained),
      lagGauges(bus),
      relay.gauges(),
      janitorGauges(explained, config),
    ];
    for (const source of sources) await source.read();
    await relay.close();
    await bus.close();
    expect(explainer.plans.length).toBeGreaterThanOrEqual(8);
    expect(explainer.plans.flatMap(wholeTables)).toEqual([]);
  }, 60_000);
});
