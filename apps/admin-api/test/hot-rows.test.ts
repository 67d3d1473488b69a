import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OperatorBillingRepository } from '@mailroom/billing';
import {
  billingStates,
  OperatorAuditRepository,
  OperatorTenantRepository,
  outboundLevels,
  type TenantFilter,
} from '@mailroom/identity';
import { MailHoursRepository, OperatorMailboxRepository } from '@mailroom/mail';
import { PoisonedEventRepository } from '@mailroom/messaging';
import { RiskEventRepository } from '@mailroom/send-policy';
import { OperatorJobRepository } from '@mailroom/sending';
import { createTestDatabase, RowsRead, type TestDatabase } from '@mailroom/testing';
import { OperatorWebhookRepository } from '@mailroom/webhooks';
import { fillEverything } from './many-rows.js';

const ROWS = 20_000;
const PAGE = 20;
/** A page, what belongs to each of its rows, and a few rows around them. */
const FEW = 6 * PAGE;
/** A page of each combination of a tenant's states, or what a search finds at most of each kind. */
const SOME = 6_000;

let test: TestDatabase;
let rows: RowsRead;
beforeAll(async () => {
  test = await createTestDatabase();
  rows = new RowsRead(test.url);
  await fillEverything(rows, ROWS);
}, 120_000);
afterAll(async () => {
  await rows.database.close();
  await test.drop();
});

const everything: TenantFilter = {
  statuses: ['active', 'suspended'],
  levels: outboundLevels,
  billingStates,
  metered: [true, false],
};
const suspended: TenantFilter = { ...everything, statuses: ['suspended'] };
const paid: TenantFilter = { ...everything, billingStates: ['paid_active'] };

describe('of twenty thousand rows, an operator who looks at a page makes the database read', () => {
  it.each([
    ['all tenants', everything],
    ['suspended tenants', suspended],
    ['tenants that paid, of whom there are none', paid],
  ] as const)('a page: %s', async (_, filter) => {
    const tenants = new OperatorTenantRepository(rows.database);
    for (const cursor of [undefined, 'tnt_1', `tnt_${ROWS / 2}`]) {
      expect(await rows.by(() => tenants.list(filter, { cursor, limit: PAGE }))).toBeLessThanOrEqual(2 * FEW);
    }
  });

  it('no more than it may find of each kind: what a text begins with', async () => {
    const tenants = new OperatorTenantRepository(rows.database);
    const mailboxes = new OperatorMailboxRepository(rows.database);
    const page = { cursor: undefined, limit: PAGE };
    for (const text of ['tenant', 'tnt_1', 'box']) {
      expect(await rows.by(() => mailboxes.owners(text))).toBeLessThanOrEqual(SOME);
      expect(await rows.by(() => tenants.list({ ...everything, text, owners: [] }, page))).toBeLessThanOrEqual(SOME);
      expect(await rows.by(() => mailboxes.list({ begins: text, disabled: false }, page))).toBeLessThanOrEqual(SOME);
    }
    const one = { ...everything, text: 'tenant 12345', owners: [] };
    expect(await rows.by(() => tenants.list(one, page))).toBeLessThanOrEqual(10);
    expect(await rows.by(() => mailboxes.list({ begins: 'box12345@', disabled: false }, page))).toBeLessThanOrEqual(10);
  });

  const depths = [undefined, ROWS / 2, 50];
  it.each(depths)('a page: mailboxes, webhooks, moves, risk events and jobs before %s', async (cursor) => {
    const page = { cursor, limit: PAGE };
    const { database } = rows;
    const [mailboxes, webhooks] = [new OperatorMailboxRepository(database), new OperatorWebhookRepository(database)];
    const [billing, risk] = [new OperatorBillingRepository(database), new RiskEventRepository(database)];
    const jobs = new OperatorJobRepository(database);
    for (const tenantId of [undefined, 'tnt_1', 'tnt_2']) {
      await expectFew(`mailboxes of ${tenantId}`, () => mailboxes.list({ tenantId, disabled: false }, page));
      await expectFew(`webhooks of ${tenantId}`, () => webhooks.list({ tenantId }, page));
      await expectFew(`moves of ${tenantId}`, () => billing.ledger({ tenantId }, page));
      await expectFew(`risk events of ${tenantId}`, () => risk.list({ tenantId }, page));
    }
    await expectFew('disabled mailboxes', () => mailboxes.list({ disabled: true }, page));
    for (const state of ['unwell', 'failing', 'disabled'] as const)
      await expectFew(state, () => webhooks.list({ state }, page));
    await expectFew('one cause', () => billing.ledger({ cause: { type: 'grant', id: '77' } }, page));
    await expectFew('one control', () => risk.list({ control: 'complaints' }, page));
    for (const filter of ['needs_person', 'failed', 'retry', 'all'] as const)
      await expectFew(filter, () => jobs.list(filter, undefined, page));
  });

  it('a page: receipts of a state, of a tenant, of both', async () => {
    const billing = new OperatorBillingRepository(rows.database);
    for (const tenantId of [undefined, 'tnt_1', 'tnt_2']) {
      for (const status of [undefined, 'pending', 'settled', 'failed'] as const) {
        for (const cursor of [undefined, `rcp_${String(ROWS / 2).padStart(32, '0')}`]) {
          const look = () => billing.receipts({ tenantId, status }, { cursor, limit: PAGE });
          await expectFew(`${status} of ${tenantId} before ${cursor}`, look);
        }
      }
    }
  });

  it('a page: the audit trail by action, by operators, of a tenant and of a time; and 5,000 rows where two things are rare', async () => {
    const audit = new OperatorAuditRepository(rows.database);
    const page = { cursor: undefined, limit: PAGE };
    const since = new Date(Date.now() - (ROWS / 2) * 60_000);
    for (const filter of [
      {},
      { tenantId: 'tnt_1' },
      { tenantId: 'tnt_2' },
      { actor: 'operator' },
      { before: since },
    ] as const)
      await expectFew(JSON.stringify(filter), () => audit.list(filter, page));
    await expectFew('one action', () => audit.list({ action: 'webhook.enabled', since }, page));
    const rare = { tenantId: 'tnt_1', actor: 'operator' } as const;
    expect(await rows.by(() => audit.list(rare, page))).toBeLessThanOrEqual(3 * 5_000);
    const found: number[] = [];
    let cursor: number | undefined;
    do {
      const { entries, next }: Awaited<ReturnType<typeof audit.list>> = await audit.list(rare, { ...page, cursor });
      found.push(...entries.map(({ id }) => id));
      cursor = next ?? undefined;
    } while (cursor !== undefined);
    expect(found).toEqual([20_000, 15_000, 10_000, 5_000]);
  });

  it('a page: jobs of one tenant, of which each page looks at 5,000, until all are seen once', async () => {
    const jobs = new OperatorJobRepository(rows.database);
    const found: number[] = [];
    let cursor: number | undefined;
    do {
      const page = await jobs.list('all', 'tnt_2', { cursor, limit: PAGE });
      found.push(...page.jobs.map(({ id }) => id));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(found).toEqual([20_000, 15_000, 10_000, 5_000]);
  });

  it('a page: events that were set aside', async () => {
    const events = new PoisonedEventRepository(rows.database);
    const [, second] = await events.list({ cursor: undefined, limit: 2 });
    await expectFew('first page', () => events.list({ cursor: undefined, limit: PAGE }));
    await expectFew('second page', () => events.list({ cursor: second, limit: PAGE }));
  });

  it('a curve, and a thousand of each kind for what waits', async () => {
    const hours = new MailHoursRepository(rows.database);
    expect(await rows.by(() => hours.series(null, 'hour', 24))).toBeLessThanOrEqual(30);
    expect(await rows.by(() => hours.series('tnt_1', 'day', 30))).toBeLessThanOrEqual(800);
    expect(await rows.by(() => hours.lastDay(['tnt_1', 'tnt_2', 'tnt_3']))).toBeLessThanOrEqual(100);
    const { database } = rows;
    const counting = [
      new OperatorTenantRepository(database),
      new OperatorJobRepository(database),
      new OperatorWebhookRepository(database),
      new OperatorBillingRepository(database),
      new PoisonedEventRepository(database),
    ];
    for (const repository of counting) expect(await rows.by(() => repository.waiting())).toBeLessThanOrEqual(1_100);
    expect(await rows.by(() => new RiskEventRepository(database).recent())).toBeLessThanOrEqual(1_100);
    expect(await rows.by(() => new OperatorMailboxRepository(database).count('tnt_1'))).toBeLessThanOrEqual(1_100);
  });
});

/** A page, a row of each of its rows in other tables, and a few rows around them. */
async function expectFew(what: string, look: () => Promise<unknown>): Promise<void> {
  const read = await rows.by(look);
  expect([what, read > FEW ? read : 'few']).toEqual([what, 'few']);
}
