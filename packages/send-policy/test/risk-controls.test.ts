import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fail } from '@mailroom/testing';
import { RiskThresholds, type RiskControls } from '../src/index.js';
import { startRisk, type RiskTest } from './risk-fixture.js';

const thresholds = new RiskThresholds({
  bounceMin: 3,
  bouncePercent: 10,
  complaintMin: 2,
  complaintPercent: 5,
  suppressedTries: 4,
  strangers: 6,
  burstRecipients: 15,
  burstHours: 24,
});

let risk: RiskTest;
beforeAll(async () => {
  risk = await startRisk(thresholds);
});
afterAll(() => risk.close());

const tenantOf = (...options: Parameters<RiskTest['tenantOf']>) => risk.tenantOf(...options);
const controlsWith = (some: RiskThresholds) => risk.controlsWith(some);
const change = (...statement: Parameters<RiskTest['change']>) => risk.change(...statement);
type Tenant = Awaited<ReturnType<RiskTest['tenantOf']>>;

const friends = (count: number, prefix = 'friend') => Array.from({ length: count }, (_, n) => `${prefix}${n}@far.test`);
/** Mail to one address that wrote, so that no recipient is a stranger. */
const toFriend = async (tenant: Tenant, count: number, hoursAgo = 1) => {
  await tenant.received(['friend0@far.test']);
  await tenant.sent(
    Array.from({ length: count }, () => 'Friend0@far.test'),
    hoursAgo,
  );
};
/** One pass over all tenants. */
const pass = async (by?: RiskControls) => {
  const controls = by ?? (await controlsWith(thresholds));
  while (await controls.step(fail));
};

type Case = readonly [
  name: string,
  action: 'suspend' | 'review',
  below: (t: Tenant) => unknown,
  at: (t: Tenant) => unknown,
];
const cases: Case[] = [
  [
    'hard-bounces',
    'suspend',
    async (t) => Promise.all([toFriend(t, 31), t.suppressed('bounce', 3)]),
    (t) => t.suppressed('bounce', 1),
  ],
  [
    'complaints',
    'suspend',
    async (t) => Promise.all([toFriend(t, 41), t.suppressed('complaint', 2)]),
    (t) => t.suppressed('complaint', 1),
  ],
  ['suppressed-tries', 'suspend', (t) => t.tried(3), (t) => t.tried(1)],
  [
    'strangers',
    'review',
    async (t) => Promise.all([t.sent([...friends(3), ...friends(5, 'stranger')]), t.received(friends(3))]),
    (t) => t.sent(['Stranger9@far.test']),
  ],
];

describe.each(cases)('the control of %s', (control, action, below, at) => {
  const after = action === 'suspend' ? 'suspended external_enabled' : 'active external_review';

  it(`leaves a tenant alone below its threshold, and says ${action} at it, with an event that says why`, async () => {
    const tenant = await tenantOf();
    await below(tenant);
    await pass();
    expect([await tenant.standing(), await tenant.acted()]).toEqual(['active external_enabled', []]);
    await at(tenant);
    await pass();
    expect([await tenant.standing(), await tenant.acted()]).toEqual([after, [`${control} ${action}`]]);
    const entries = await change(
      'audit',
      `select actor, action, details ->> 'reason' as reason from audit_entry where tenant_id = $1`,
      [tenant.id],
    );
    expect(entries).toEqual([
      { actor: 'system', action: 'tenant.policy_changed', reason: expect.stringContaining(`${control}: `) },
    ]);
    const told = await change('told', `select payload from outbox_event where payload ->> 'tenantId' = $1`, [
      tenant.id,
    ]);
    expect(told).toMatchObject([{ payload: { policy: action === 'suspend' ? 'suspended' : 'external_review' } }]);
  });

  it('never touches a tenant of the operator', async () => {
    const tenant = await tenantOf({ metered: false });
    for (let n = 0; n < 3; n += 1) await Promise.all([below(tenant), at(tenant)]);
    await pass();
    expect([await tenant.standing(), await tenant.acted()]).toEqual(['active external_enabled', []]);
  });

  it('acts once, however many processes run it', async () => {
    const tenant = await tenantOf();
    await below(tenant);
    await at(tenant);
    const replicas = await Promise.all(Array.from({ length: 6 }, () => controlsWith(thresholds)));
    await Promise.all(replicas.map(pass));
    expect([await tenant.standing(), await tenant.acted()]).toEqual([after, [`${control} ${action}`]]);
  });

  it('does not act again on what the operator forgave', async () => {
    const tenant = await tenantOf();
    await below(tenant);
    await at(tenant);
    await pass();
    await risk.database.transaction((tx) =>
      risk.tenants.setStanding(tx, tenant.id, { status: 'active', sendPolicy: 'external_enabled' }, { by: null }),
    );
    await pass();
    expect([await tenant.standing(), (await tenant.acted()).length]).toEqual(['active external_enabled', 1]);
  });

  it('is off where its threshold is 0', async () => {
    const tenant = await tenantOf();
    await below(tenant);
    await at(tenant);
    const off = { bounceMin: 0, complaintMin: 0, suppressedTries: 0, strangers: 0, burstRecipients: 0 };
    await pass(await controlsWith(new RiskThresholds({ ...thresholds, ...off })));
    expect(await tenant.acted()).toEqual([]);
  });
});

describe('the control of a burst after signup', () => {
  it('counts every recipient, inside as well, of tenants that are young', async () => {
    const young = await tenantOf({ ageDays: 0, policy: 'internal_only' });
    const old = await tenantOf({ ageDays: 2, policy: 'internal_only' });
    for (const tenant of [young, old]) await tenant.sent(Array.from({ length: 14 }, () => 'someone@hosted.test'));
    await pass();
    expect(await young.acted()).toEqual([]);
    for (const tenant of [young, old]) await tenant.sent(['someone@hosted.test']);
    await pass();
    expect([await young.standing(), await young.acted()]).toEqual([
      'active external_review',
      ['burst-after-signup review'],
    ]);
    expect([await old.standing(), await old.acted()]).toEqual(['active internal_only', []]);
  });
});

describe('what is counted', () => {
  it('is the last day', async () => {
    const tenant = await tenantOf();
    await toFriend(tenant, 5);
    await tenant.suppressed('bounce', 10, 25);
    await tenant.tried(10, 26);
    await tenant.sent(friends(20, 'stranger'), 25);
    await pass();
    expect(await tenant.acted()).toEqual([]);
  });

  it('is not diluted by mail inside', async () => {
    const tenant = await tenantOf();
    await toFriend(tenant, 10);
    await tenant.sent(Array.from({ length: 500 }, () => 'someone@HOSTED.test'));
    await tenant.suppressed('bounce', 3);
    await pass();
    expect(await tenant.acted()).toEqual(['hard-bounces suspend']);
  });

  it('does not go away when a manager lifts a suppression', async () => {
    const tenant = await tenantOf();
    await toFriend(tenant, 10);
    const addresses = await tenant.suppressed('bounce', 3);
    for (const { address } of addresses) {
      expect(await risk.suppressions.delete(tenant.id, String(address))).toBe(true);
    }
    await pass();
    expect(await tenant.acted()).toEqual(['hard-bounces suspend']);
  });
});

describe('a tenant', () => {
  it('that is under review already is suspended', async () => {
    const tenant = await tenantOf({ policy: 'external_review' });
    await tenant.sent(friends(6, 'stranger'));
    await pass();
    expect([await tenant.standing(), await tenant.acted()]).toEqual([
      'suspended external_review',
      ['strangers suspend'],
    ]);
  });

  it('is met in every pass, however many there are', async () => {
    const tenant = await tenantOf();
    await change(
      'many',
      `insert into tenant (id, name, metered) select 'tnt_many_' || n, 'x', true from generate_series(1, 450) n`,
    );
    await tenant.suppressed('complaint', 2);
    await tenant.sent(['friend0@far.test']);
    const controls = await controlsWith(thresholds);
    for (let n = 0; n < 2; n += 1) await pass(controls);
    expect(await tenant.acted()).toEqual(['complaints suspend']);
    const late = await tenantOf();
    await late.tried(4);
    await pass(controls);
    expect(await late.acted()).toEqual(['suppressed-tries suspend']);
  });
});
