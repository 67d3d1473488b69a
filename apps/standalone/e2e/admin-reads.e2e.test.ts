import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminClient } from '@mailroom/client';
import { Database, statement } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { until } from '@mailroom/testing';
import { newcomer } from './hosted-fixture.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let database: Database;
let admin: AdminClient;
beforeAll(async () => {
  mailroom = await startMailroom();
  database = new Database({ url: mailroom.databaseUrl, poolSize: 2 });
  admin = new AdminClient({ baseUrl: mailroom.baseUrl, token: mailroom.operatorToken, retries: 0 });
});
afterAll(async () => {
  await database.close();
  await mailroom.close();
});

const run = (name: string, text: string, values: readonly unknown[]) => database.query(statement(name, text), values);

describe('the operator', () => {
  it('finds a tenant by the beginning of its id, its name, its domain or an address of it, and by nothing else', async () => {
    const { address } = await mailroom.mailbox();
    await run('test-name', 'update tenant set name = $2 where id = $1', [
      mailroom.tenantId,
      `Zebra ${mailroom.domain}`,
    ]);
    const { tenantId } = mailroom;
    for (const q of [
      tenantId,
      tenantId.slice(0, 15),
      `zebra ${mailroom.domain.slice(0, 8)}`,
      mailroom.domain,
      address,
    ]) {
      expect((await admin.listTenants({ q })).items.map((tenant) => tenant.tenantId)).toEqual([tenantId]);
    }
    expect((await admin.listTenants({ q: mailroom.domain.slice(1) })).items).toEqual([]);
    expect((await admin.listTenants({ q: '100%_' })).items).toEqual([]);
  });

  it('sees what a tenant is, has and said of itself', async () => {
    const { tenantId } = await newcomer(mailroom);
    const tenant = await admin.getTenant(tenantId);
    expect(tenant).toMatchObject({
      tenantId,
      policy: 'internal_only',
      billingState: 'free',
      metered: true,
      version: 'active.free.internal_only',
      credits: { available: 0, reserved: 0 },
      sending: { externalSendAllowed: false, refusal: 'external_send_not_enabled', limits: { externalPerHour: 1 } },
      signup: { agentName: 'Ada' },
      mailboxes: 1,
    });
    expect(tenant.hours).toHaveLength(24);
    await expect(admin.getTenant('tnt_none')).rejects.toMatchObject({ type: 'not_found', status: 404 });
  });

  it('sees of those who asked for an upgrade only who has paid for it, where that is what matters', async () => {
    const asked = await Promise.all([newcomer(mailroom), newcomer(mailroom), newcomer(mailroom)]);
    const ids = asked.map(({ tenantId }) => tenantId);
    const [paid = '', toppedUp = ''] = ids;
    const before = (await admin.getOverview()).waiting.upgradesPaid;
    await run('test-asked', `update tenant set billing_state = 'paid_review' where id = any ($1)`, [ids]);
    for (const [tenantId, purpose] of [
      [paid, 'upgrade'],
      [toppedUp, 'topup'],
    ])
      await run(
        'test-paid-receipt',
        `insert into receipt (id, tenant_id, purpose, status, proof_hash, network, asset, pay_to, payer, nonce, amount, credits,
           valid_before, ended_at)
         values ($1, $2, $3, 'settled', decode(md5($1), 'hex'), 'n', 'a', 'p', 'q', $1, 1, 1, now(), now())`,
        [`rcp_f${randomUUID().replaceAll('-', '').slice(1)}`, tenantId, purpose],
      );
    const filter = { billingState: 'paid_review', upgradePaid: true, limit: 100 } as const;
    const listed = async (more: object) =>
      (await admin.listTenants({ ...filter, ...more })).items.map(({ tenantId }) => tenantId);
    expect((await listed({})).filter((id) => ids.includes(id))).toEqual([paid]);
    expect(await listed({ q: paid })).toEqual([paid]);
    expect(await listed({ q: toppedUp })).toEqual([]);
    expect((await listed({ upgradePaid: false })).filter((id) => ids.includes(id)).sort()).toEqual(ids.toSorted());
    expect((await admin.getOverview()).waiting.upgradesPaid).toBe(before + 1);
  });

  it('goes through tenants page by page, each once, newest first, and by what they may send', async () => {
    const made: string[] = [];
    for (let time = 0; time < 3; time += 1) made.push((await newcomer(mailroom)).tenantId);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const filter = { policy: 'internal_only', billingState: 'free', metered: true } as const;
      const page = await admin.listTenants({ ...filter, limit: 2, ...(cursor && { cursor }) });
      seen.push(...page.items.map(({ tenantId }) => tenantId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor && !made.every((id) => seen.includes(id)));
    expect(seen.filter((id) => made.includes(id))).toEqual(made.toReversed());
    expect(new Set(seen).size).toBe(seen.length);
    const suspended = await admin.listTenants({ policy: 'suspended', limit: 100 });
    expect(suspended.items.filter(({ policy }) => policy !== 'suspended')).toEqual([]);
  });

  it('sees mailboxes and webhooks of all tenants, and of one, with those that fail', async () => {
    const { tenantId } = mailroom;
    const { id, address, api } = await mailroom.mailbox();
    expect((await admin.listMailboxes({ q: address })).items).toMatchObject([
      { accountId: id, tenantId, status: 'active' },
    ]);
    expect((await admin.listMailboxes({ tenantId, limit: 1 })).items).toMatchObject([{ address }]);
    expect(await admin.getMailbox(id)).toMatchObject({ address, leasedUntil: null });
    const { webhookId } = await api.data('POST', '/webhooks', { url: 'http://127.0.0.1:9/hook' });
    await mailroom.send({ from: 'a@example.org', to: address, subject: 'For the hook', text: 'x' });
    const failing = async () => (await admin.listWebhooks({ tenantId, state: 'failing' })).items.length === 1;
    await until(failing, { what: 'the webhook to fail' });
    expect(await admin.getWebhook(webhookId)).toMatchObject({
      state: 'failing',
      tenantId,
      lastError: expect.any(String),
    });
    const { items } = await admin.listDeliveries(webhookId);
    expect(items).toMatchObject([{ type: 'email.received', status: 'pending', attempts: 1 }]);
    expect((await admin.listWebhooks({ tenantId, state: 'disabled' })).items).toEqual([]);
  });

  it('sees receipts, moves of credits and what controls did', async () => {
    const { tenantId } = await newcomer(mailroom);
    await admin.grantCredits(tenantId, { credits: 7, reason: 'welcome', changeId: randomUUID() });
    const [entry] = (await admin.listLedger({ tenantId })).items;
    expect(entry).toMatchObject({ tenantId, from: 'granted', to: 'available', credits: 7, cause: 'grant' });
    expect((await admin.listLedger({ cause: 'grant', causeId: entry?.causeId ?? '' })).items).toEqual([entry]);
    const receiptId = `rcp_${uuidv7().replaceAll('-', '')}`;
    await run(
      'test-receipt',
      `insert into receipt (id, tenant_id, purpose, proof_hash, network, asset, pay_to, payer, nonce, amount, credits, valid_before)
       values ($1::text, $2, 'topup', sha256(convert_to($1::text, 'UTF8')), 'eip155:1', '0xa', '0xb', '0xc', $1::text, 1000000, 100, now())`,
      [receiptId, tenantId],
    );
    expect((await admin.listReceipts({ tenantId, status: 'pending' })).items).toMatchObject([
      { receiptId, amountUsdc: '1.00', credits: 100 },
    ]);
    expect((await admin.listReceipts({ tenantId, status: 'settled' })).items).toEqual([]);
    expect(await admin.getReceipt(receiptId)).toMatchObject({ tenantId, status: 'pending' });
    await run(
      'test-risk',
      `insert into risk_event (tenant_id, control, action, details) values ($1, 'strangers', 'review', '{"strangers": 40}')`,
      [tenantId],
    );
    for (const filter of [{ tenantId }, { tenantId, control: 'strangers' }, { control: 'strangers' }] as const) {
      const [event] = (await admin.listRiskEvents(filter)).items;
      expect(event).toMatchObject({ tenantId, action: 'review', details: { strangers: 40 } });
    }
    const audit = await admin.listAudit({ tenantId, actor: 'operator' });
    expect(audit.items).toMatchObject([
      { action: 'tenant.credits_granted', reason: 'welcome', details: { credits: 7 } },
    ]);
    const since = audit.items[0]?.createdAt ?? '';
    expect((await admin.listAudit({ action: 'tenant.credits_granted', since, tenantId })).items).toHaveLength(1);
    expect((await admin.listAudit({ tenantId, before: '2020-01-01T00:00:00Z' })).items).toEqual([]);
  });

  it('sees first what waits for a person, how long the queues are, and a day and a month of mail', async () => {
    const overview = await admin.getOverview();
    expect(overview.waiting.jobs.count).toEqual(expect.any(Number));
    expect(overview.queues.map(({ name }) => name)).toEqual(['parsing', 'outbound', 'webhooks', 'events', 'receipts']);
    expect(overview.queues.filter(({ waiting }) => waiting === null)).toEqual([]);
    expect(overview.hours).toHaveLength(24);
    expect(overview.days).toHaveLength(30);
    expect(overview.hours.at(-1)?.at.endsWith(':00:00.000Z')).toBe(true);
    expect(overview.lastChanges.every(({ actor }) => actor === 'operator')).toBe(true);
  });

  it('is told what of a query is wrong', async () => {
    for (const query of [{ limit: 101 }, { limit: 0 }, { policy: 'free' }, { q: 'x'.repeat(201) }]) {
      const asked = admin.listTenants(query as never);
      await expect(asked).rejects.toMatchObject({ type: 'invalid_request', status: 400 });
    }
    for (const cursor of ['!', 'zz']) {
      await expect(admin.listTenants({ cursor })).rejects.toMatchObject({ type: 'invalid_cursor' });
    }
    await expect(admin.listPoisonEvents({ cursor: 'x' })).rejects.toMatchObject({ type: 'invalid_cursor' });
    await expect(admin.listLedger({ cause: 'grant' })).rejects.toMatchObject({ type: 'invalid_request' });
  });
});
