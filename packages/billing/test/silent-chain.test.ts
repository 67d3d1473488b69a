import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { statement } from '@mailroom/database';
import { FacilitatorFailure } from '../src/facilitator/facilitator.js';
import { ReceiptRepository } from '../src/index.js';
import {
  BASE_URL,
  DOLLAR,
  failureOf,
  forgetLeases,
  headerOf,
  PaymentsFixture,
  quoteOf,
  sign,
  type Replica,
  type TestFacilitator,
} from './payments-fixture.js';

const age = statement(
  'test-age-receipt',
  `update receipt set valid_before = now() - make_interval(secs => $2::float8), attempts = $3, next_attempt_at = now(),
     lease_expires_at = least(lease_expires_at, now())
   where id = $1`,
);
const pauseOf = statement(
  'test-receipt-pause',
  'select extract(epoch from next_attempt_at - now())::float8 as seconds from receipt where id = $1',
);

/** Ways of a node to answer no question. */
const silences: Record<string, (response: ServerResponse) => void> = {
  'breaks the connection': (response) => void response.destroy(),
  'answers 503': (response) => void response.writeHead(503).end('away'),
  'answers with an error': (response) =>
    void response.setHeader('content-type', 'application/json').end('{"jsonrpc":"2.0","id":1,"error":{"code":-32603}}'),
};

let fixture: PaymentsFixture;
let facilitator: TestFacilitator;
let replica: Replica;
let receipts: ReceiptRepository;
let node: Server;
let silence: ((response: ServerResponse) => void) | undefined;

beforeAll(async () => {
  fixture = await PaymentsFixture.open();
  node = createServer(async (request, response) => {
    const body = await buffer(request);
    if (silence) return silence(response);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(fixture.running.rpcUrl, { method: 'POST', headers, body });
    return response.setHeader('content-type', 'application/json').end(await answer.text());
  }).listen(0, '127.0.0.1');
  await once(node, 'listening');
  facilitator = fixture.facilitator();
  facilitator.node = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
  replica = await fixture.replica(facilitator);
  receipts = replica.app.get(ReceiptRepository, { strict: false });
});
afterAll(async () => {
  node.closeAllConnections();
  node.close();
  await fixture.close();
});
beforeEach(() => {
  silence = silences['breaks the connection'];
  facilitator.onVerify = undefined;
  facilitator.onSettle = undefined;
});

const topUp = (tenantId: string, proof?: string) => replica.billing.topUp({ tenantId, baseUrl: BASE_URL, proof });
const asideIds = async () => (await replica.administration.unsettled()).map(({ id }) => id);
const pause = async (id: string) =>
  (await replica.database.query<{ seconds: number | null }>(pauseOf, [id]))[0]?.seconds ?? null;

async function ask(): Promise<void> {
  await forgetLeases(replica);
  await replica.sweeper.sweep();
}

/** A receipt whose authorization ended `seconds` ago, after so many attempts. */
async function lateReceipt(isMade: boolean, seconds = 120, attempts = 6) {
  const tenant = await fixture.tenant(replica);
  const before = await fixture.balance(fixture.running.payTo);
  facilitator.onSettle = async (really, payment) => {
    if (isMade) await really(payment);
    facilitator.onSettle = async () => Promise.reject(new FacilitatorFailure('away'));
    throw new FacilitatorFailure('lost');
  };
  const header = headerOf(await sign(await quoteOf(topUp(tenant)), await fixture.payer()));
  const { details } = await failureOf(topUp(tenant, header));
  expect(details.receiptStatus).toBe('verified');
  const id = String(details.receiptId);
  await replica.database.query(age, [id, seconds, attempts]);
  return { id, tenant, before };
}

describe('a verified receipt whose authorization has ended', () => {
  it.each(Object.keys(silences))(
    'is not put aside while the node %s, and is credited once it says "paid"',
    async (way) => {
      silence = silences[way];
      const { id, tenant, before } = await lateReceipt(true);
      await ask();
      await ask();
      expect(await asideIds()).not.toContain(id);
      silence = undefined;
      await Promise.all([ask(), ask()]);
      expect(await receipts.find(id)).toMatchObject({ status: 'settled' });
      expect((await replica.ledger.balance(tenant)).available).toBe(100);
      expect((await fixture.balance(fixture.running.payTo)) - before).toBe(DOLLAR / 10n);
      expect(await replica.ledger.verify()).toEqual([]);
    },
  );

  it('ends as expired once the chain says that the payment was not made', async () => {
    const { id, tenant } = await lateReceipt(false);
    await ask();
    expect(await receipts.find(id)).toMatchObject({ status: 'verified' });
    expect(await asideIds()).not.toContain(id);
    silence = undefined;
    await ask();
    expect(await receipts.find(id)).toMatchObject({ status: 'failed', reason: 'authorization_expired' });
    expect((await replica.ledger.balance(tenant)).available).toBe(0);
  });

  it('is asked about with growing pauses of up to a quarter of an hour', async () => {
    const { id } = await lateReceipt(true);
    const pauses: (number | null)[] = [];
    for (const attempts of [6, 7, 12]) {
      await replica.database.query(age, [id, 120, attempts]);
      await replica.sweeper.sweep();
      pauses.push(await pause(id));
    }
    for (const [index, seconds] of [128, 256, 900].entries()) expect(pauses[index]).toBeCloseTo(seconds, -1.5);
  });

  it('is put aside for a person after six hours and twenty questions, and not by one question alone', async () => {
    const { id } = await lateReceipt(true, 7 * 3_600, 1);
    await ask();
    // The system itself may have been away for those hours.
    expect(await asideIds()).not.toContain(id);
    await replica.database.query(age, [id, 3_600, 50]);
    await ask();
    // A client may have asked every second.
    expect(await asideIds()).not.toContain(id);
    await replica.database.query(age, [id, 7 * 3_600, 20]);
    await ask();
    expect(await asideIds()).toContain(id);
    expect(await receipts.find(id)).toMatchObject({ status: 'verified', reason: 'outcome_unknown' });
    expect(await pause(id)).toBeNull();
  });
});

describe('a receipt that was never verified', () => {
  it('does not fail by one silence of the node: what its payer broadcast himself is credited', async () => {
    const tenant = await fixture.tenant(replica);
    facilitator.onVerify = async () => Promise.reject(new FacilitatorFailure('away'));
    const payment = await sign(await quoteOf(topUp(tenant)), await fixture.payer());
    const id = String((await failureOf(topUp(tenant, headerOf(payment)))).details.receiptId);
    await fixture.broadcast(payment);
    await replica.database.query(age, [id, 120, 6]);
    await ask();
    expect(await receipts.find(id)).toMatchObject({ status: 'pending' });
    silence = undefined;
    await ask();
    expect(await receipts.find(id)).toMatchObject({ status: 'settled' });
    expect((await replica.ledger.balance(tenant)).available).toBe(100);
  });

  it('fails once nobody has answered for six hours and twenty questions', async () => {
    const tenant = await fixture.tenant(replica);
    facilitator.onVerify = async () => Promise.reject(new FacilitatorFailure('away'));
    const header = headerOf(await sign(await quoteOf(topUp(tenant)), await fixture.payer()));
    const id = String((await failureOf(topUp(tenant, header))).details.receiptId);
    await replica.database.query(age, [id, 7 * 3_600, 20]);
    await ask();
    expect(await receipts.find(id)).toMatchObject({ status: 'failed', reason: 'authorization_expired' });
  });
});
