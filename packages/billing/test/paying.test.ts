import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  BASE_URL,
  DOLLAR,
  failureOf,
  headerOf,
  PaymentsFixture,
  quoteOf,
  receiptCount,
  sign,
  signTransfer,
  type Replica,
  type TestFacilitator,
} from './payments-fixture.js';

let fixture: PaymentsFixture;
let facilitator: TestFacilitator;
let first: Replica;
let second: Replica;
beforeAll(async () => {
  fixture = await PaymentsFixture.open();
  facilitator = fixture.facilitator();
  [first, second] = await Promise.all([fixture.replica(facilitator), fixture.replica(facilitator)]);
});
afterAll(async () => {
  await fixture.close();
});

const request = (tenantId: string, proof?: string) => ({ tenantId, baseUrl: BASE_URL, proof });
const topUp = (tenantId: string, proof?: string, credits?: number, { billing } = first) =>
  billing.topUp(request(tenantId, proof), credits);
const available = async (tenantId: string) => (await first.ledger.balance(tenantId)).available;

describe('a top-up', () => {
  it('is quoted first, with the smallest amount unless one is named, and leaves no receipt', async () => {
    const tenant = await fixture.tenant(first);
    const failure = await failureOf(topUp(tenant));
    expect(failure.code).toBe('payment_required');
    expect(failure.details.quote).toMatchObject({
      x402Version: 2,
      resource: { url: `${BASE_URL}/v1/billing/topup` },
      accepts: [{ scheme: 'exact', network: 'eip155:31337', amount: '100000', maxTimeoutSeconds: 300 }],
    });
    expect((await quoteOf(topUp(tenant, undefined, 1_000))).accepts[0]?.amount).toBe('1000000');
    expect(await receiptCount(first, tenant)).toBe(0);
    await expect(topUp(tenant, undefined, 123)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('that is paid moves the money and the credits once, however often the proof is sent', async () => {
    const [tenant, payer] = [await fixture.tenant(first), await fixture.payer()];
    const before = await fixture.balance(fixture.running.payTo);
    const header = headerOf(await sign(await quoteOf(topUp(tenant, undefined, 1_000)), payer));
    const receipt = await topUp(tenant, header, 1_000);
    expect(receipt).toMatchObject({ status: 'settled', credits: 1_000, amount: DOLLAR, reason: null });
    expect(receipt.transaction).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await topUp(tenant, header, 1_000)).toMatchObject({ id: receipt.id, status: 'settled' });
    expect(await first.billing.confirm(request(tenant), receipt.id)).toMatchObject({ id: receipt.id });
    expect(await available(tenant)).toBe(1_000);
    expect((await fixture.balance(fixture.running.payTo)) - before).toBe(DOLLAR);
  });

  it('submitted two hundred times at once, to two replicas, credits once', async () => {
    const [tenant, payer] = [await fixture.tenant(first), await fixture.payer()];
    const header = headerOf(await sign(await quoteOf(topUp(tenant)), payer));
    const settles = facilitator.settles;
    const receipts = await Promise.all(
      Array.from({ length: 200 }, (_, index) => topUp(tenant, header, undefined, index % 2 ? first : second)),
    );
    expect(new Set(receipts.map(({ id }) => id)).size).toBe(1);
    expect(receipts.every(({ status }) => status === 'settled')).toBe(true);
    expect(await available(tenant)).toBe(100);
    expect(facilitator.settles - settles).toBe(1);
    expect(await first.ledger.verify()).toEqual([]);
  });

  it('that two tenants submit with one authorization credits one of them', async () => {
    const tenants = [await fixture.tenant(first), await fixture.tenant(first)];
    const header = headerOf(await sign(await quoteOf(topUp(tenants[0] ?? '')), await fixture.payer()));
    await Promise.allSettled(tenants.map((tenant, index) => topUp(tenant, header, undefined, index ? first : second)));
    const credits = await Promise.all(tenants.map(available));
    expect(credits.toSorted()).toEqual([0, 100]);
    expect(await first.ledger.verify()).toEqual([]);
  });

  it('for which the money is lacking stays pending, and is settled once it is there', async () => {
    const [tenant, payer] = [await fixture.tenant(first), await fixture.payer(0)];
    const header = headerOf(await sign(await quoteOf(topUp(tenant)), payer));
    const failure = await failureOf(topUp(tenant, header));
    expect(failure).toMatchObject({ code: 'payment_failed', details: { receiptStatus: 'pending' } });
    expect(failure.details.quote).toMatchObject({ x402Version: 2 });
    expect(failure.details.reason).toMatch(/insufficient/);
    const receiptId = String(failure.details.receiptId);
    await expect(first.billing.confirm(request(tenant), receiptId)).rejects.toMatchObject({ code: 'payment_failed' });
    await fixture.chain.fund(payer.address, DOLLAR);
    expect(await first.billing.confirm(request(tenant), receiptId)).toMatchObject({ status: 'settled' });
    expect(await available(tenant)).toBe(100);
  });

  it('whose authorization expires without the money fails, and brings nothing', async () => {
    const [tenant, payer] = [await fixture.tenant(first), await fixture.payer(0)];
    const validBefore = BigInt(Math.floor(Date.now() / 1_000) + 2);
    const header = headerOf(await signTransfer(await quoteOf(topUp(tenant)), payer, { validBefore }));
    const receiptId = String((await failureOf(topUp(tenant, header))).details.receiptId);
    const statuses = new Set<string>();
    while (!statuses.has('failed')) {
      const failure = await failureOf(first.billing.confirm(request(tenant), receiptId));
      statuses.add(String(failure.details.receiptStatus));
    }
    expect([...statuses]).toEqual(['pending', 'failed']);
    expect(await available(tenant)).toBe(0);
  });

  it("is its tenant's: nobody else confirms it", async () => {
    const [tenant, other] = [await fixture.tenant(first), await fixture.tenant(first)];
    const header = headerOf(await sign(await quoteOf(topUp(tenant)), await fixture.payer()));
    const { id } = await topUp(tenant, header);
    await expect(first.billing.confirm(request(other), id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(first.billing.confirm(request(other), 'rcp_none')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is refused while twenty of a tenant are open, even if they come at once', async () => {
    const [tenant, payer] = [await fixture.tenant(first), await fixture.payer(0)];
    const quote = await quoteOf(topUp(tenant));
    const headers = await Promise.all(Array.from({ length: 25 }, async () => headerOf(await sign(quote, payer))));
    const failures = await Promise.all(headers.map((header) => failureOf(topUp(tenant, header))));
    expect(failures.filter(({ code }) => code === 'payment_failed')).toHaveLength(20);
    expect(failures.filter(({ code }) => code === 'quota_exceeded')).toHaveLength(5);
  });
});

describe('an authorization', () => {
  it('that its payer broadcast himself is found on the chain, and credited once', async () => {
    const [tenant, payer] = [await fixture.tenant(first), await fixture.payer()];
    const payment = await sign(await quoteOf(topUp(tenant)), payer);
    const transaction = await fixture.broadcast(payment);
    expect(await topUp(tenant, headerOf(payment))).toMatchObject({ status: 'settled', transaction });
    expect(await available(tenant)).toBe(100);
  });

  it('that was broadcast brings nothing to whoever lacks its signature, and still pays for its own tenant', async () => {
    const [tenant, stranger] = [await fixture.tenant(first), await fixture.tenant(first)];
    const payment = await sign(await quoteOf(topUp(tenant)), await fixture.payer());
    await fixture.broadcast(payment);
    const forged = { ...payment, payload: { ...payment.payload, signature: `0x${'11'.repeat(64)}1b` } };
    const failure = await failureOf(topUp(stranger, headerOf(forged)));
    expect(failure.details.receiptStatus).toBe('failed');
    expect(await available(stranger)).toBe(0);
    expect(await topUp(tenant, headerOf(payment))).toMatchObject({ status: 'settled' });
  });

  it('with a signature that is none does not take its nonce', async () => {
    const [tenant, stranger] = [await fixture.tenant(first), await fixture.tenant(first)];
    const payment = await sign(await quoteOf(topUp(tenant)), await fixture.payer());
    const forged = { ...payment, payload: { ...payment.payload, signature: `0x${'11'.repeat(64)}1b` } };
    await expect(topUp(stranger, headerOf(forged))).rejects.toMatchObject({ code: 'payment_failed' });
    expect(await topUp(tenant, headerOf(payment))).toMatchObject({ status: 'settled' });
  });

  it('whose nonce was used for a transfer to somebody else fails for good', async () => {
    const [tenant, payer] = [await fixture.tenant(first), await fixture.payer()];
    const payment = await sign(await quoteOf(topUp(tenant)), payer);
    const { nonce } = (payment.payload as { authorization: { nonce: `0x${string}` } }).authorization;
    await fixture.broadcast(await signTransfer(await quoteOf(topUp(tenant)), payer, { nonce, to: payer.address }));
    const failure = await failureOf(topUp(tenant, headerOf(payment)));
    expect(failure.details).toMatchObject({ receiptStatus: 'failed', reason: 'authorization_used' });
    expect(await available(tenant)).toBe(0);
  });

  it('that was broadcast is not credited where no chain can be asked', async () => {
    const blind = fixture.facilitator();
    blind.knowsChain = false;
    const replica = await fixture.replica(blind);
    const [tenant, payer] = [await fixture.tenant(first), await fixture.payer()];
    const payment = await sign(await quoteOf(topUp(tenant)), payer);
    await fixture.broadcast(payment);
    const failure = await failureOf(topUp(tenant, headerOf(payment), undefined, replica));
    expect(failure.details.receiptStatus).toBe('pending');
    expect(await available(tenant)).toBe(0);
  });
});
