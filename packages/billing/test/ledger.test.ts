import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import fc from 'fast-check';
import { ledgerRows } from '../src/index.js';
import { PaymentsFixture, type Replica } from './payments-fixture.js';

let fixture: PaymentsFixture;
let replica: Replica;
beforeAll(async () => {
  fixture = await PaymentsFixture.open();
  replica = await fixture.replica(null);
});
afterAll(async () => {
  await fixture.close();
});

describe('an operator', () => {
  it('grants to any tenant, takes no more than there is, and leaves a trail', async () => {
    const tenant = await fixture.tenant(replica);
    const { ledger, database } = replica;
    expect(await ledger.grant(tenant, 10, { by: null, reason: 'sorry' })).toEqual({ available: 10, reserved: 0 });
    await expect(ledger.revoke(tenant, 11)).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await ledger.revoke(tenant, 4, { by: null, reason: 'too many' })).toEqual({ available: 6, reserved: 0 });
    expect(await ledger.balance(tenant)).toEqual({ available: 6, reserved: 0 });
    // One that the operator made has no account before.
    expect(await ledger.grant('tnt_default', 1).catch(() => null)).toBeNull();
    await database.query(statement('test-default', `insert into tenant (id, name) values ('tnt_default', 'default')`));
    expect(await ledger.grant('tnt_default', 1)).toEqual({ available: 1, reserved: 0 });
    const trail = statement('test-trail', 'select action, details from audit_entry where tenant_id = $1 order by id');
    expect(await database.query(trail, [tenant])).toEqual([
      { action: 'tenant.credits_granted', details: { credits: 10, reason: 'sorry' } },
      { action: 'tenant.credits_revoked', details: { credits: 4, reason: 'too many' } },
    ]);
    for (const credits of [0, -1, 1.5, Number.NaN, 1e12])
      await expect(ledger.grant(tenant, credits)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('of a hundred that take one credit each from fifty takes fifty', async () => {
    const tenant = await fixture.tenant(replica);
    await replica.ledger.grant(tenant, 50);
    const taken = await Promise.allSettled(Array.from({ length: 100 }, () => replica.ledger.revoke(tenant, 1)));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    expect(await replica.ledger.balance(tenant)).toEqual({ available: 0, reserved: 0 });
  });
});

describe('the check of the ledger', () => {
  it('finds nothing in order, and each kind of difference', async () => {
    const tenant = await fixture.tenant(replica);
    await replica.ledger.grant(tenant, 5);
    expect(await replica.ledger.verify()).toEqual([]);
    const run = (name: string, text: string) => replica.database.query(statement(name, text), [tenant]);
    await run('test-cook', 'update credit_account set available = available + 1 where tenant_id = $1');
    expect(await replica.ledger.verify()).toMatchObject([{ tenant, recorded: '6, 0', recomputed: '5, 0' }]);
    await run('test-uncook', 'update credit_account set available = available - 1 where tenant_id = $1');
    await run(
      'test-unpaid',
      `insert into receipt (id, tenant_id, purpose, status, proof_hash, network, asset, pay_to, payer, nonce, amount, credits,
         valid_before, ended_at)
       values ('rcp_unpaid', $1, 'topup', 'settled', 'x', 'n', 'a', 'p', 'p', 'n', 1, 100, now(), now())`,
    );
    const stranger = `with ${ledgerRows('receipt', { tenantId: '$1', from: `'paid'`, to: `'available'`, amount: '3', causeId: `'rcp_none'` }, '')}
      select from ledger`;
    await run('test-stranger', stranger);
    const reserved = `with ${ledgerRows('recipient', { tenantId: '$1', from: `'available'`, to: `'reserved'`, amount: '2', causeId: `'7'` }, '')}
      select from ledger`;
    await run('test-reserved', reserved);
    expect(await replica.ledger.verify()).toMatchObject([
      { tenant, what: 'receipt rcp_unpaid (settled)', recorded: '0', recomputed: '100' },
      { tenant, what: expect.stringContaining('rcp_none'), recorded: '3' },
      { tenant, what: 'reserved for recipients', recorded: '2', recomputed: '0' },
    ]);
    // So that the next test begins with books in order.
    const back = `with ${ledgerRows('recipient', { tenantId: '$1', from: `'reserved'`, to: `'available'`, amount: '2', causeId: `'7'` }, '')}
      select from ledger`;
    await run('test-back', back);
    await run('test-paid', `delete from receipt where id = 'rcp_unpaid' and tenant_id = $1`);
    const paid = `insert into receipt (id, tenant_id, purpose, status, proof_hash, network, asset, pay_to, payer, nonce, amount,
        credits, valid_before, ended_at)
      values ('rcp_none', $1, 'topup', 'settled', 'y', 'n', 'a', 'p', 'p', 'n', 1, 3, now(), now())`;
    await run('test-known', paid);
    expect(await replica.ledger.verify()).toEqual([]);
  });
});

type Kind = 'grant' | 'revoke' | 'reserve' | 'spend' | 'return';
type Operation = { readonly tenant: number; readonly kind: Kind; readonly amount: number; readonly kills: boolean };

const accounts = {
  reserve: ['available', 'reserved'],
  spend: ['reserved', 'spent'],
  return: ['reserved', 'available'],
} as const;

const move = statement(
  'test-move',
  `with ${ledgerRows('grant', { tenantId: '$1', from: '$2::text', to: '$3::text', amount: '$4::bigint', causeId: '$5' }, '')}
   select from ledger`,
);
const kill = statement(
  'test-kill',
  `select pg_terminate_backend(pid) from pg_stat_activity
   where datname = current_database() and application_name = 'mailroom' and pid <> pg_backend_pid()
   order by random() limit 3`,
);

describe('credits', () => {
  // CI makes as many as it takes for rare orders of things.
  const OPERATIONS = process.env.MAILROOM_TESTS === 'all' ? 5_000 : 1_500;
  const RUNS = 4;

  it(`are balanced after ${OPERATIONS * RUNS} random moves at once, while connections are killed`, async () => {
    const database = new Database({ url: fixture.created.url, poolSize: 1, applicationName: 'killer' });
    const tenants = await Promise.all(Array.from({ length: 4 }, () => fixture.tenant(replica)));
    const acknowledged: string[] = [];
    let causes = 0;
    let kills = 0;
    const perform = async ({ tenant, kind, amount, kills: isKill }: Operation) => {
      const id = tenants[tenant] ?? '';
      if (isKill) kills += (await database.query(kill)).length;
      if (kind === 'grant') return void (await replica.ledger.grant(id, 10 * amount));
      if (kind === 'revoke') return void (await replica.ledger.revoke(id, amount));
      const cause = `p${(causes += 1)}`;
      await replica.database.query(move, [id, ...accounts[kind], amount, cause]);
      acknowledged.push(cause);
    };
    const operation = fc.record({
      tenant: fc.nat({ max: 3 }),
      kind: fc.oneof(
        { weight: 2, arbitrary: fc.constant<Kind>('grant') },
        { weight: 1, arbitrary: fc.constant<Kind>('revoke') },
        { weight: 17, arbitrary: fc.constantFrom<Kind>('reserve', 'reserve', 'spend', 'return') },
      ),
      amount: fc.integer({ min: 1, max: 20 }),
      kills: fc.nat({ max: 99 }).map((number) => number === 0),
    });
    const many = fc.array(operation, { minLength: OPERATIONS, maxLength: OPERATIONS, size: 'max' });
    const property = fc.asyncProperty(many, async (operations) => {
      const waiting = [...operations];
      const worker = async () => {
        // What a kill or an empty account refuses is refused as a whole.
        for (let next = waiting.pop(); next; next = waiting.pop()) await perform(next).catch(() => {});
      };
      await Promise.all(Array.from({ length: 8 }, worker));
      expect(await database.query(wrong, [tenants])).toEqual([]);
    });
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
    const [found] = await database.query<{ count: number }>(countCauses, [acknowledged]);
    await database.close();
    expect(kills).toBeGreaterThan(50);
    expect(acknowledged.length).toBeGreaterThan(OPERATIONS);
    // What was acknowledged is there, once.
    expect(found?.count).toBe(acknowledged.length);
    expect(await replica.ledger.verify()).toEqual([]);
  }, 240_000);
});

const countCauses = statement(
  'test-causes',
  `select count(*)::int as count from ledger_entry where cause_type = 'grant' and cause_id = any ($1::text[])`,
);
const wrong = statement(
  'test-wrong',
  `select a.tenant_id from credit_account a cross join lateral (
     select coalesce(sum(case 'available' when to_account then amount when from_account then -amount else 0 end), 0) as available,
       coalesce(sum(case 'reserved' when to_account then amount when from_account then -amount else 0 end), 0) as reserved
     from ledger_entry e where e.tenant_id = a.tenant_id) s
   where a.tenant_id = any ($1::text[])
     and (a.available <> s.available or a.reserved <> s.reserved or a.available < 0 or a.reserved < 0)`,
);
