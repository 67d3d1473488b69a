import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { Outbox } from '@mailroom/messaging';
import { createTestDatabase, type TestDatabase } from '@mailroom/testing';
import { AuditEntryRepository } from '../src/audit/audit-entry.repository.js';
import { AuditTrail, TenantService } from '../src/index.js';
import { TenantStandingRepository } from '../src/tenant-standing.repository.js';
import { TenantRepository } from '../src/tenant.repository.js';

let created: TestDatabase;
let database: Database;
let tenants: TenantService;
beforeAll(async () => {
  created = await createTestDatabase();
  database = new Database({ url: created.url, poolSize: 4 });
  const audit = new AuditTrail(new AuditEntryRepository(database));
  const repositories = [new TenantRepository(database), new TenantStandingRepository(database)] as const;
  tenants = new TenantService(database, ...repositories, audit, new Outbox());
});
afterAll(async () => {
  await database.close();
  await created.drop();
});

const recorded = statement(
  'test-standing-recorded',
  `select (select count(*)::int from audit_entry where tenant_id = $1 and action = 'tenant.policy_changed') as entries,
     (select count(*)::int from outbox_event where type = 'tenant.policy_changed' and payload ->> 'tenantId' = $1) as events`,
);

describe("a tenant's standing", () => {
  it('changes with one event and one audit entry, however many ask for the same change at once', async () => {
    const { id } = await database.transaction((tx) => tenants.createMetered(tx, 'paying'));
    const change = { billingState: 'paid_review', sendPolicy: 'external_review' } as const;
    await Promise.all(
      Array.from({ length: 8 }, () => database.transaction((tx) => tenants.setStanding(tx, id, change))),
    );
    expect(await tenants.standing(id)).toEqual({ metered: true, status: 'active', ...change });
    expect(await database.query(recorded, [id])).toEqual([{ entries: 1, events: 1 }]);
  });

  it('keeps its policy over a suspension, which the operator begins and ends', async () => {
    const { id } = await database.transaction((tx) => tenants.createMetered(tx, 'paused'));
    await database.transaction((tx) => tenants.setStanding(tx, id, { sendPolicy: 'external_enabled' }));
    for (const status of ['suspended', 'suspended', 'active'] as const) await tenants.setStatus(id, status);
    expect(await tenants.standing(id)).toMatchObject({ status: 'active', sendPolicy: 'external_enabled' });
    const told = statement(
      'test-standing-told',
      `select a.actor, a.details ->> 'policy' as policy from audit_entry a where tenant_id = $1 order by id`,
    );
    expect(await database.query(told, [id])).toEqual([
      { actor: 'system', policy: 'external_enabled' },
      { actor: 'operator', policy: 'suspended' },
      { actor: 'operator', policy: 'external_enabled' },
    ]);
    expect(await database.query(recorded, [id])).toEqual([{ entries: 3, events: 3 }]);
  });

  it('of nobody is not found', async () => {
    await expect(tenants.standing('tnt_nobody')).rejects.toMatchObject({ code: 'not_found' });
    await expect(database.transaction((tx) => tenants.setStanding(tx, 'tnt_nobody', {}))).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
