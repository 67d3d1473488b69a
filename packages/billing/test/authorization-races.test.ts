import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { statement } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { ReceiptRepository } from '../src/index.js';
import {
  BASE_URL,
  DOLLAR,
  failureOf,
  headerOf,
  PaymentsFixture,
  quoteOf,
  sign,
  type Replica,
} from './payments-fixture.js';

let fixture: PaymentsFixture;
let replica: Replica;
beforeAll(async () => {
  fixture = await PaymentsFixture.open();
  replica = await fixture.replica(fixture.facilitator());
});
afterAll(() => fixture.close());

const topUp = (tenantId: string, proof?: string) => replica.billing.topUp({ tenantId, baseUrl: BASE_URL, proof });
const available = async (tenantId: string) => (await replica.ledger.balance(tenantId)).available;
const receiptOf = async (tenantId: string) => {
  const [receipt] = await replica.app.get(ReceiptRepository, { strict: false }).list(tenantId, undefined, 1);
  return receipt;
};

const hold = statement('test-hold', `update receipt set status = 'verified', verified_at = now() where tenant_id = $1`);
const waiting = statement(
  'test-waiting',
  `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
);

/** Two tenants with one payment: the first has submitted it when there was no money yet. */
async function submitted() {
  const [first, second] = [await fixture.tenant(replica), await fixture.tenant(replica)];
  const payer = await fixture.payer(0);
  const payment = await sign(await quoteOf(topUp(first)), payer);
  const header = headerOf(payment);
  await failureOf(topUp(first, header));
  return { first, second, payment, payer, header };
}

/** Does the work while somebody else is about to commit that the first tenant holds the authorization. */
async function whileHeld<T>(first: string, work: () => Promise<T>): Promise<T> {
  const [held] = await replica.database.sqlTransaction(async (tx) => {
    await tx.query(hold, [first]);
    const begun = work();
    begun.catch(() => {});
    while ((await replica.database.query(waiting)).length === 0) await sleep(5);
    return [begun];
  });
  return held;
}

const used = { code: 'payment_failed', details: { receiptStatus: 'failed', reason: 'authorization_used' } };

describe('an authorization that another tenant takes at the same moment', () => {
  it('is used, for whoever comes later', async () => {
    const { first, second, payer, header } = await submitted();
    await fixture.chain.fund(payer.address, DOLLAR);
    expect(await whileHeld(first, () => failureOf(topUp(second, header)))).toMatchObject(used);
    expect([await available(first), await available(second)]).toEqual([0, 0]);
    expect(await topUp(first, header)).toMatchObject({ status: 'settled' });
    expect([await available(first), await available(second)]).toEqual([100, 0]);
  });

  it('is used also where the chain has it already', async () => {
    const { first, second, payer, payment, header } = await submitted();
    await fixture.chain.fund(payer.address, DOLLAR);
    await fixture.broadcast(payment);
    expect(await whileHeld(first, () => failureOf(topUp(second, header)))).toMatchObject(used);
    expect(await topUp(first, header)).toMatchObject({ status: 'settled' });
    expect([await available(first), await available(second)]).toEqual([100, 0]);
  });

  it('is used for a person, too, who settles a receipt by hand', async () => {
    const { first, second, header } = await submitted();
    await failureOf(topUp(second, header));
    const { id = '' } = (await receiptOf(second)) ?? {};
    const settling = () => failureOf(replica.administration.settle(id, `0x${'1'.repeat(64)}`));
    expect(await whileHeld(first, settling)).toMatchObject({ code: 'invalid_request' });
    expect(await receiptOf(second)).toMatchObject({ status: 'pending' });
    expect(await available(second)).toBe(0);
  });
});

it('a change of credits that is made twice at once, for two tenants, is refused for one of them', async () => {
  const tenants = await Promise.all(Array.from({ length: 8 }, () => fixture.tenant(replica)));
  const changeId = uuidv7();
  const outcomes = await Promise.all(
    tenants.map((tenant) =>
      replica.ledger.grant(tenant, 5, { by: null, reason: 'sorry', changeId }).catch((error: unknown) => error),
    ),
  );
  const refused = outcomes.filter((outcome) => (outcome as { code?: string }).code === 'idempotency_conflict');
  expect(refused).toHaveLength(7);
  expect(await replica.ledger.verify()).toEqual([]);
});
