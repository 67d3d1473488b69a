import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { DomainError } from '@mailroom/errors';
import { TenantService } from '@mailroom/identity';
import { refuseRows } from '@mailroom/testing';
import { RiskThresholds } from '../src/index.js';
import { startRisk, type RiskTest } from './risk-fixture.js';

const thresholds = new RiskThresholds({
  bounceMin: 0,
  bouncePercent: 10,
  complaintMin: 0,
  complaintPercent: 5,
  suppressedTries: 4,
  strangers: 0,
  burstRecipients: 0,
  burstHours: 24,
});

let risk: RiskTest;
beforeAll(async () => {
  risk = await startRisk(thresholds);
});
afterAll(() => risk.close());
beforeEach(() => risk.change('settled', `update tenant set status = 'suspended' where metered`));

/** Tenants that abuse it, in the order in which they are looked at. */
async function abusers(count: number) {
  const tenants = [];
  for (let n = 0; n < count; n += 1) {
    const tenant = await risk.tenantOf();
    await tenant.tried(4);
    tenants.push(tenant);
  }
  return tenants.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** One pass over all tenants; returns what it tells. */
async function pass(): Promise<unknown[]> {
  const told: unknown[] = [];
  const controls = await risk.controlsWith(thresholds);
  while (await controls.step((error) => told.push(error)));
  return told;
}

it('of a tenant whose judgement fails is told, and every other is judged', async () => {
  const [broken, ...others] = await abusers(4);
  const accept = await refuseRows(risk.database, 'insert on risk_event', `new.tenant_id = '${broken?.id}'`);
  const told = await pass();
  expect(told).toEqual([expect.objectContaining({ message: expect.stringContaining(`${broken?.id}`) })]);
  expect(told[0]).toHaveProperty('cause');
  for (const other of others) expect(await other.acted()).toEqual(['suppressed-tries suspend']);
  expect(await broken?.standing()).toBe('active external_enabled');

  await accept();
  expect(await pass()).toEqual([]);
  expect(await broken?.acted()).toEqual(['suppressed-tries suspend']);
});

it('of a tenant whose facts can not be counted is told, and every other is judged', async () => {
  const [broken, ...others] = await abusers(4);
  // Their sum is no integer any more.
  await risk.change(
    'overflow',
    `insert into risk_tally
     select $1, 'suppressed_try', date_trunc('hour', now() - make_interval(hours => n)), 2147483647 from generate_series(2, 3) n`,
    [broken?.id],
  );
  const told = await pass();
  expect(told).toEqual([expect.objectContaining({ message: expect.stringContaining(`${broken?.id}`) })]);
  for (const other of others) expect(await other.acted()).toEqual(['suppressed-tries suspend']);
  expect(await broken?.standing()).toBe('active external_enabled');
});

it('is not told of tenant by tenant while the database is away', async () => {
  const tenants = await abusers(2);
  const controls = await risk.controlsWith(thresholds);
  const away = jest.spyOn(TenantService.prototype, 'lockStanding');
  away.mockRejectedValue(new DomainError('unavailable', 'The database is away.'));
  const told: unknown[] = [];
  await expect(controls.step((error) => told.push(error))).rejects.toThrow('away');
  expect(away).toHaveBeenCalledTimes(1);
  away.mockRestore();
  expect(told).toEqual([]);
  for (const tenant of tenants) expect(await tenant.standing()).toBe('active external_enabled');
});
