import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { statement, type Database } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { ProofReturn } from '../src/index.js';
import { PaymentProofRepository } from '../src/proofs/payment-proof.repository.js';
import { PaymentsFixture, type Replica } from './payments-fixture.js';

let fixture: PaymentsFixture;
let replica: Replica;
let database: Database;
beforeAll(async () => {
  fixture = await PaymentsFixture.open();
  replica = await fixture.replica(null);
  database = replica.database;
});
afterAll(async () => {
  await fixture.close();
});

const run = (name: string, sql: string, values: unknown[] = []) =>
  database.query(statement(`test-${name}`, sql), values);
const balance = (tenantId: string) => replica.ledger.balance(tenantId);

/** A tenant whose proofs have expired, each of one credit. */
async function tenantWith(proofs: number, minutesAgo: number): Promise<string> {
  const tenantId = await fixture.tenant(replica);
  await replica.ledger.grant(tenantId, proofs);
  const repository = new PaymentProofRepository(database);
  for (let n = 0; n < proofs; n += 1) {
    const call = { tenantId, method: 'POST', path: '/', credits: 1, receiptId: null };
    await repository.issue({ ...call, nonce: randomUUID() });
  }
  await run('expire', 'update payment_proof set expires_at = now() - make_interval(mins => $2) where tenant_id = $1', [
    tenantId,
    minutesAgo,
  ]);
  return tenantId;
}

/** Its account lacks what its proofs hold, so that nothing can be taken from it. */
const change = (tenantId: string, by: number) =>
  run('account', 'update credit_account set reserved = reserved + $2 where tenant_id = $1', [tenantId, by]);

it('of a proof whose credits can not be given back is told, and every other gets its own', async () => {
  const broken = await tenantWith(1, 30);
  const others = [await tenantWith(2, 20), await tenantWith(1, 10)];
  await change(broken, -1);
  const told: unknown[] = [];
  const proofs = new ProofReturn(database);
  for (let step = 0; step < 10 && (await proofs.step((error) => told.push(error))); step += 1);
  expect(told).toEqual([expect.objectContaining({ cause: expect.objectContaining({ code: '23514' }) })]);
  expect(await Promise.all(others.map(balance))).toEqual([
    { available: 2, reserved: 0 },
    { available: 1, reserved: 0 },
  ]);

  await change(broken, 1);
  expect(await proofs.step((error) => told.push(error))).toBe(false);
  expect(told).toHaveLength(1);
  expect(await balance(broken)).toEqual({ available: 1, reserved: 0 });
});

it('goes on behind a whole batch of such proofs', async () => {
  const broken = await tenantWith(1, 30);
  await run(
    'many',
    `insert into payment_proof (nonce, tenant_id, method, path, credits, issued_at, expires_at)
     select '!' || n, $1, 'POST', '/', 1, now(), now() - interval '30 minutes' from generate_series(1, 599) n`,
    [broken],
  );
  await change(broken, -1);
  const other = await tenantWith(1, 10);
  const told: unknown[] = [];
  const proofs = new ProofReturn(database);
  for (let step = 0; step < 10 && (await proofs.step((error) => told.push(error))); step += 1);
  expect(told).toHaveLength(600);
  expect(await balance(other)).toEqual({ available: 1, reserved: 0 });
});

it('is not told of proof by proof while the database is away', async () => {
  const away = Object.assign(Object.create(database) as Database, {
    query: () => Promise.reject(new DomainError('unavailable', 'The database is away.')),
  });
  const told: unknown[] = [];
  await expect(new ProofReturn(away).step((error) => told.push(error))).rejects.toThrow('away');
  expect(told).toEqual([]);
});
