import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminClient } from '@mailroom/client';
import { Database, statement } from '@mailroom/database';
import { until } from '@mailroom/testing';
import { newcomer } from './hosted-fixture.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';
import { deadWebhook, eventSetAside, unknownJob } from './operator-fixture.js';

let mailroom: Mailroom;
let database: Database;
let admin: AdminClient;
beforeAll(async () => {
  mailroom = await startMailroom();
  database = new Database({ url: mailroom.databaseUrl, poolSize: 4 });
  admin = new AdminClient({ baseUrl: mailroom.baseUrl, token: mailroom.operatorToken, retries: 0 });
});
afterAll(async () => {
  await database.close();
  await mailroom.close();
});

const run = (name: string, text: string, values: readonly unknown[]) =>
  database.query<Record<string, number>>(statement(name, text), values);
const changes = async (tenantId: string) => (await admin.listAudit({ tenantId, actor: 'operator' })).items;

describe('a tenant that an operator suspends', () => {
  it('can send nothing on the agent API until it is restored, and the reasons stand in the audit trail', async () => {
    const { tenantId, api, address } = await newcomer(mailroom);
    const send = () => api.call('POST', '/send', { to: [address], subject: 'Hello', text: 'x' });
    expect((await send()).status).toBe(200);
    const { version } = await admin.getTenant(tenantId);
    const suspended = await admin.suspendTenant(tenantId, { reason: 'a bought list', expectedVersion: version });
    expect(suspended).toMatchObject({ policy: 'suspended', sendPolicy: 'internal_only', reason: 'a bought list' });
    expect((await send()).body.error).toMatchObject({ type: 'policy_suspended' });
    expect((await admin.listTenants({ policy: 'suspended', limit: 100 })).items.map((one) => one.tenantId)).toContain(
      tenantId,
    );
    const again = await admin.suspendTenant(tenantId, { reason: 'once more', expectedVersion: version });
    expect(again.version).toBe(suspended.version);
    await admin.restoreTenant(tenantId, { reason: 'a list of its own', expectedVersion: again.version });
    expect((await send()).status).toBe(200);
    expect(await changes(tenantId)).toMatchObject([
      { action: 'tenant.policy_changed', reason: 'a list of its own', details: { policy: 'internal_only' } },
      { action: 'tenant.policy_changed', reason: 'a bought list', requestId: expect.stringMatching(/^req_/) },
    ]);
  });

  it('is suspended, restored or let out by one of two operators who saw the same, and the other hears of it', async () => {
    const { tenantId } = await newcomer(mailroom);
    const { version: expectedVersion } = await admin.getTenant(tenantId);
    const moves = [
      admin.suspendTenant(tenantId, { reason: 'one', expectedVersion }),
      admin.changeTenantStanding(tenantId, { reason: 'two', sendPolicy: 'external_enabled', expectedVersion }),
      admin.changeTenantStanding(tenantId, { reason: 'three', billingState: 'paid_active', expectedVersion }),
    ];
    const ends = await Promise.allSettled(moves);
    const refusals = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as object] : []));
    expect(refusals).toHaveLength(2);
    const { version } = await admin.getTenant(tenantId);
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ type: 'conflict', status: 409, details: { body: { version } } });
    expect(await changes(tenantId)).toHaveLength(1);
  });
});

describe('credits that an operator gives', () => {
  it('come once, however often the same change is sent at once, and go again', async () => {
    const { tenantId } = await newcomer(mailroom);
    const change = { credits: 10, reason: 'our outage', changeId: randomUUID() };
    await Promise.all(Array.from({ length: 5 }, () => admin.grantCredits(tenantId, change)));
    expect((await admin.getTenant(tenantId)).credits).toEqual({ available: 10, reserved: 0 });
    expect(await changes(tenantId)).toHaveLength(1);
    const other = admin.grantCredits(tenantId, { ...change, credits: 11 });
    await expect(other).rejects.toMatchObject({ type: 'idempotency_conflict', status: 409 });
    const back = await admin.revokeCredits(tenantId, { credits: 4, reason: 'too many', changeId: randomUUID() });
    expect(back.credits).toEqual({ available: 6, reserved: 0 });
    const tooMany = admin.revokeCredits(tenantId, { credits: 7, reason: 'all', changeId: randomUUID() });
    await expect(tooMany).rejects.toMatchObject({ type: 'invalid_request' });
  });
});

describe('a job whose end nobody knows', () => {
  it('is shown with the last words on the line, and settled by the first of two operators', async () => {
    const { jobId, emailId, api } = await unknownJob(mailroom);
    const { tenantId } = mailroom;
    const [job] = (await admin.listOutboundJobs({ tenantId })).items;
    expect(job).toMatchObject({
      jobId,
      needsPerson: true,
      subject: 'Lost?',
      recipients: [{ smtpReply: 'connection reset' }],
    });
    expect((await admin.getOverview()).waiting.jobs.count).toBeGreaterThan(0);
    const { version: expectedVersion = '' } = job ?? {};
    const ends = await Promise.allSettled([
      admin.resolveJob(jobId, { resolution: 'sent', reason: 'by phone', expectedVersion }),
      admin.resolveJob(jobId, { resolution: 'failed', reason: 'by mail', expectedVersion }),
    ]);
    const [refusal, ...none] = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as object] : []));
    expect([refusal, none]).toMatchObject([{ type: 'conflict', status: 409 }, []]);
    const { status } = await admin.getOutboundJob(jobId);
    expect((await api.data('GET', `/emails/${emailId}`)).status).toBe(status);
    const settled = await admin.resolveJob(jobId, { resolution: status as 'sent', reason: 'again', expectedVersion });
    expect(settled.needsPerson).toBe(false);
    const audit = (await admin.listAudit({ tenantId, action: 'job.resolved' })).items;
    expect(audit.filter(({ targetId }) => targetId === String(jobId))).toMatchObject([
      { details: { resolution: status } },
    ]);
  });

  it('is sent again where an operator says that it did not arrive, and not settled by who saw it before', async () => {
    const { jobId } = await unknownJob(mailroom);
    const { version: expectedVersion } = await admin.getOutboundJob(jobId);
    await admin.resolveJob(jobId, { resolution: 'retry', reason: 'it is not there', expectedVersion });
    await until(async () => (await admin.getOutboundJob(jobId)).status === 'sent', { what: 'the job to be sent' });
    const late = admin.resolveJob(jobId, { resolution: 'failed', reason: 'late', expectedVersion });
    await expect(late).rejects.toMatchObject({ type: 'conflict' });
  });
});

describe('a webhook that failed for too long', () => {
  it('gets deliveries again once an operator enables it, and one that had ended is made again', async () => {
    const { webhookId, deliveryId } = await deadWebhook(mailroom, admin);
    const replay = { reason: 'its owner lost it' };
    await expect(admin.replayDelivery(webhookId, deliveryId, replay)).rejects.toMatchObject({
      type: 'invalid_request',
    });
    const late = admin.enableWebhook(webhookId, { reason: 'works', expectedVersion: 'failing' });
    await expect(late).rejects.toMatchObject({ type: 'conflict', details: { body: { version: 'disabled' } } });
    const enabled = await admin.enableWebhook(webhookId, { reason: 'works', expectedVersion: 'disabled' });
    expect(enabled).toMatchObject({ state: 'active', failingSince: null });
    await admin.enableWebhook(webhookId, { reason: 'works', expectedVersion: 'disabled' });
    await admin.replayDelivery(webhookId, deliveryId, replay);
    const isFailing = async () => (await admin.getWebhook(webhookId)).state === 'failing';
    await until(isFailing, { what: 'the delivery to be made again' });
    const audit = (await admin.listAudit({ tenantId: mailroom.tenantId, actor: 'operator', limit: 2 })).items;
    expect(audit).toMatchObject([
      { action: 'delivery.replayed', targetId: String(deliveryId), reason: 'its owner lost it' },
      { action: 'webhook.enabled', targetId: String(webhookId), reason: 'works' },
    ]);
  });
});

describe('an event that was set aside', () => {
  it('is delivered again or given up, by the first of two operators, and its tenant is named', async () => {
    const { consumer, eventId, version: expectedVersion } = await eventSetAside(mailroom, admin);
    const seen = { reason: 'mended', expectedVersion };
    await admin.retryPoisonEvent(consumer, eventId, seen);
    await admin.retryPoisonEvent(consumer, eventId, seen);
    await expect(admin.discardPoisonEvent(consumer, eventId, seen)).rejects.toMatchObject({ type: 'conflict' });
    await run('test-poison-again', `update bus_delivery set poisoned_at = now() where event_id = $1`, [eventId]);
    await expect(admin.discardPoisonEvent(consumer, eventId, seen)).rejects.toMatchObject({ type: 'conflict' });
    await admin.discardPoisonEvent(consumer, eventId, { reason: 'deleted' });
    await expect(admin.discardPoisonEvent(consumer, eventId, seen)).rejects.toMatchObject({ type: 'not_found' });
    const audit = (await admin.listAudit({ tenantId: mailroom.tenantId, actor: 'operator', limit: 2 })).items;
    expect(audit).toMatchObject([
      { action: 'event.discarded', targetId: `${consumer}/${eventId}`, reason: 'deleted' },
      { action: 'event.retried', reason: 'mended' },
    ]);
  });
});

describe('a mailbox that an operator disables', () => {
  it('takes no mail until it is enabled again', async () => {
    const { id, address } = await mailroom.mailbox();
    const send = () => mailroom.send({ from: 'a@example.org', to: address, subject: 'x', text: 'x' });
    expect(await admin.disableMailbox(id, { reason: 'its token was published' })).toMatchObject({ status: 'disabled' });
    await admin.disableMailbox(id, { reason: 'again' });
    const isRefused = () =>
      send().then(
        () => false,
        () => true,
      );
    await until(isRefused, { what: 'the mailbox to refuse mail' });
    expect(await admin.enableMailbox(id, { reason: 'revoked' })).toMatchObject({ status: 'active' });
    await until(async () => !(await isRefused()), { what: 'the mailbox to take mail' });
    const audit = (await admin.listAudit({ tenantId: mailroom.tenantId, action: 'mailbox.changed', limit: 2 })).items;
    expect(audit).toMatchObject([{ reason: 'revoked' }, { reason: 'its token was published', actor: 'operator' }]);
  });
});

it('no change is made without a reason, with one that says nothing or is too long, or with what is no field of it', async () => {
  const { tenantId } = await newcomer(mailroom);
  const bodies = [
    {},
    { reason: '' },
    { reason: ' \n' },
    { reason: 'x'.repeat(501) },
    { reason: 7 },
    { reason: 'x', by: 'me' },
  ];
  for (const body of bodies) {
    const refused = admin.suspendTenant(tenantId, body as never);
    await expect(refused).rejects.toMatchObject({ type: 'invalid_request', status: 400 });
  }
  await expect(admin.changeTenantStanding(tenantId, { reason: 'x' })).rejects.toMatchObject({
    type: 'invalid_request',
  });
  await expect(admin.suspendTenant('tnt_none', { reason: 'x' })).rejects.toMatchObject({ type: 'not_found' });
  expect((await admin.getTenant(tenantId)).policy).toBe('internal_only');
});
