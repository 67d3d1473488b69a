import { randomUUID } from 'node:crypto';
import type { AdminClient } from '@mailroom/client';
import { uuidv7 } from '@mailroom/ids';
import { until } from '@mailroom/testing';
import { behind } from './lease-fixture.js';
import type { Mailroom } from './mailroom-fixture.js';

/** A sent message of the suite's tenant whose fate nobody knows, as a broken line leaves it. */
export async function unknownJob(mailroom: Mailroom, subject = 'Lost?') {
  const { api } = await mailroom.mailbox();
  const sent = await api.data('POST', '/send', { to: ['ada@example.net'], subject, text: 'x' });
  const isSent = async () => (await api.data('GET', `/emails/${sent.id}`)).status === 'sent';
  await until(isSent, { what: 'the message to be sent' });
  const [row] = await behind<{ id: number }>(
    mailroom,
    'unknown-job',
    `with job as (
       update outbound_job set status = 'unknown', finished_at = null where email_id = $1 returning id),
     recipient as (
       update outbound_recipient r set status = 'unknown', data_started_at = now(), smtp_reply = 'connection reset'
       from job where r.job_id = job.id),
     email as (update email set status = 'unknown' where id = $1)
     select id from job`,
    [sent.id],
  );
  return { jobId: row?.id ?? 0, emailId: Number(sent.id), api };
}

/** An event of the suite's tenant that a consumer could not take. */
export async function eventSetAside(mailroom: Mailroom, admin: AdminClient) {
  const eventId = randomUUID();
  const { id } = await mailroom.mailbox();
  await behind(
    mailroom,
    'poison',
    `insert into bus_delivery (consumer, event_id, type, payload, occurred_at, attempts, last_error, poisoned_at)
     values ('test-nobody', $1, 'email.received', jsonb_build_object('mailboxId', $2::int), now(), 10, 'no', now())`,
    [eventId, id],
  );
  const { items } = await admin.listPoisonEvents({ limit: 100 });
  const event = items.find((one) => one.eventId === eventId);
  if (!event) throw new Error('The event is not listed.');
  return event;
}

/** A payment of a tenant that is being settled, and a control that stepped in. */
export async function paymentAndRisk(mailroom: Mailroom, tenantId: string): Promise<void> {
  await behind(
    mailroom,
    'receipt',
    `insert into receipt (id, tenant_id, purpose, proof_hash, network, asset, pay_to, payer, nonce, amount, credits, valid_before)
     values ($1::text, $2, 'topup', sha256(convert_to($1::text, 'UTF8')), 'eip155:1', '0xa', '0xb', '0xc', $1::text, 1000000, 100, now())`,
    [`rcp_${uuidv7().replaceAll('-', '')}`, tenantId],
  );
  await behind(
    mailroom,
    'risk',
    `insert into risk_event (tenant_id, control, action, details) values ($1, 'strangers', 'review', '{"strangers": 40}')`,
    [tenantId],
  );
}

/** A month of mail, busier by day, of a tenant and of everybody. */
export const monthOfMail = (mailroom: Mailroom, tenantId: string) =>
  behind(
    mailroom,
    'month',
    `insert into mail_hour (tenant_id, hour, received, handled, sent, bounced)
     select tenant.id, at, busy, (busy * 0.9)::int, (busy * 0.6)::int, (busy * 0.02 * (1 + sin(ago)))::int
     from unnest(array[$1, '']) as tenant (id), generate_series(1, 720) as ago,
       lateral (select date_trunc('hour', now(), 'UTC') - make_interval(hours => ago) as at) h,
       lateral (select (140 + 110 * sin(extract(hour from at) / 24 * 6.28 - 1.9) + 30 * sin(ago * 1.7))::int as busy) b
     on conflict do nothing`,
    [tenantId],
  );

/** A webhook that was turned off because its endpoint is gone, with a delivery that was given up. */
export async function deadWebhook(mailroom: Mailroom, admin: AdminClient, url = 'http://127.0.0.1:9/hook') {
  const { api, address } = await mailroom.mailbox();
  const { webhookId } = await api.data('POST', '/webhooks', { url });
  await mailroom.send({ from: 'a@example.org', to: address, subject: 'x', text: 'x' });
  await until(async () => (await admin.getWebhook(webhookId)).state === 'failing', { what: 'the webhook to fail' });
  const [{ deliveryId } = { deliveryId: 0 }] = (await admin.listDeliveries(webhookId)).items;
  await behind(mailroom, 'disable', 'update webhook set status = 1 where id = $1', [webhookId]);
  const end = `update webhook_delivery set status = 'failed', finished_at = now(), lease_expires_at = null where id = $1`;
  await behind(mailroom, 'end', end, [deliveryId]);
  return { webhookId: Number(webhookId), deliveryId: Number(deliveryId) };
}
