import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TenantService } from '@mailroom/identity';
import {
  BASE_URL,
  failureOf,
  forgetLeases,
  headerOf,
  PaymentsFixture,
  quoteOf,
  sign,
  type Replica,
} from './payments-fixture.js';

let fixture: PaymentsFixture;
let auto: Replica;
let manual: Replica;
let off: Replica;
let tenant: string;
beforeAll(async () => {
  fixture = await PaymentsFixture.open();
  auto = await fixture.replica(fixture.facilitator());
  manual = await fixture.replica(fixture.facilitator(), { UPGRADE_REVIEW: 'manual' });
  off = await fixture.replica(null);
});
afterAll(async () => {
  await fixture.close();
});
beforeEach(async () => {
  tenant = await fixture.tenant(auto);
});

const upgrade = ({ billing }: Replica, proof?: string) =>
  billing.upgrade({ tenantId: tenant, baseUrl: BASE_URL, proof });
const tenants = () => auto.app.get(TenantService, { strict: false });
const standing = async () => {
  const { billingState, sendPolicy } = await tenants().standing(tenant);
  return [billingState, sendPolicy];
};
const proofFor = async (replica: Replica) =>
  headerOf(await sign(await quoteOf(upgrade(replica)), await fixture.payer()));
const setStanding = (change: Parameters<TenantService['setStanding']>[2]) =>
  auto.database.transaction((tx) => tenants().setStanding(tx, tenant, change));

describe('an upgrade', () => {
  it('that is asked for, once or twice, puts the tenant under review until it is paid', async () => {
    await expect(upgrade(auto)).rejects.toMatchObject({ code: 'payment_required' });
    await expect(upgrade(auto)).rejects.toMatchObject({ code: 'payment_required' });
    expect(await standing()).toEqual(['paid_review', 'external_review']);
  });

  it('that is paid opens the way out and brings its bundle; asked again, it costs nothing', async () => {
    const answer = await upgrade(auto, await proofFor(auto));
    expect(answer).toMatchObject({
      billingState: 'paid_active',
      policy: 'external_enabled',
      receipt: { credits: 5_000 },
    });
    expect(await upgrade(auto)).toEqual({ billingState: 'paid_active', policy: 'external_enabled', receipt: null });
    expect((await auto.ledger.balance(tenant)).available).toBe(5_000);
  });

  it('that waits for an operator brings its bundle at once, and the way out by his word', async () => {
    await expect(manual.administration.approveUpgrade(tenant)).rejects.toMatchObject({ code: 'invalid_request' });
    const proof = await proofFor(manual);
    expect(await upgrade(manual, proof)).toMatchObject({ billingState: 'paid_review', policy: 'external_review' });
    expect(await upgrade(manual, proof)).toMatchObject({ receipt: { status: 'settled' } });
    // It is paid for: nobody is asked to pay twice.
    expect(await upgrade(manual)).toMatchObject({ billingState: 'paid_review', receipt: null });
    expect((await auto.ledger.balance(tenant)).available).toBe(5_000);
    await manual.administration.approveUpgrade(tenant);
    await manual.administration.approveUpgrade(tenant);
    expect(await standing()).toEqual(['paid_active', 'external_enabled']);
  });

  it('of a suspended tenant is refused before it costs anything', async () => {
    await tenants().setStatus(tenant, 'suspended');
    await expect(upgrade(auto)).rejects.toMatchObject({ code: 'policy_suspended' });
    expect(await standing()).toEqual(['free', 'internal_only']);
  });

  it('that is settled while the tenant is suspended counts, and leaves it suspended', async () => {
    const [proof, payer] = [await quoteOf(upgrade(auto)), await fixture.payer(0)];
    const header = headerOf(await sign(proof, payer));
    const receiptId = String((await failureOf(upgrade(auto, header))).details.receiptId);
    await tenants().setStatus(tenant, 'suspended');
    await fixture.chain.fund(payer.address, 10_000_000n);
    const request = { tenantId: tenant, baseUrl: BASE_URL, proof: undefined };
    expect(await auto.billing.confirm(request, receiptId)).toMatchObject({ status: 'settled' });
    expect(await tenants().standing(tenant)).toMatchObject({ status: 'suspended', billingState: 'paid_active' });
  });

  it('does not take back what an operator has given', async () => {
    await setStanding({ sendPolicy: 'external_enabled' });
    await expect(upgrade(auto)).rejects.toMatchObject({ code: 'payment_required' });
    expect(await standing()).toEqual(['paid_review', 'external_enabled']);
  });

  it("of an operator's own tenant costs nothing", async () => {
    tenant = (await tenants().create('own')).id;
    expect(await upgrade(auto)).toMatchObject({ billingState: 'paid_active', receipt: null });
  });

  it('that two proofs pay for at once brings both bundles, since both were paid', async () => {
    const proofs = [await proofFor(auto), await proofFor(auto)];
    await Promise.all(proofs.map((proof) => upgrade(auto, proof)));
    const { available } = await auto.ledger.balance(tenant);
    // The second may have come after the first was settled, and was then not taken.
    expect([5_000, 10_000]).toContain(available);
    expect(await standing()).toEqual(['paid_active', 'external_enabled']);
    expect(await auto.ledger.verify()).toEqual([]);
  });

  it('is unavailable where payments are off, and changes nothing', async () => {
    await expect(upgrade(off)).rejects.toMatchObject({
      code: 'unavailable',
      detail: expect.stringMatching(/PAYMENTS=/),
    });
    expect(await standing()).toEqual(['free', 'internal_only']);
    expect(await off.billing.account(tenant)).toMatchObject({ place: null, balance: { available: 0 } });
  });
});

describe('the sweeper', () => {
  it('settles what has become payable, once, however many processes sweep', async () => {
    const payer = await fixture.payer(0);
    const topUp = (proof?: string) => auto.billing.topUp({ tenantId: tenant, baseUrl: BASE_URL, proof });
    const header = headerOf(await sign(await quoteOf(topUp()), payer));
    await expect(topUp(header)).rejects.toMatchObject({ code: 'payment_failed' });
    await fixture.chain.fund(payer.address, 1_000_000n);
    await forgetLeases(auto);
    await Promise.all([auto, manual, auto, manual].map(({ sweeper }) => sweeper.sweep()));
    expect(await topUp(header)).toMatchObject({ status: 'settled' });
    expect((await auto.ledger.balance(tenant)).available).toBe(100);
  });
});

describe('a receipt that nobody can settle', () => {
  it('waits for a person, whose word credits it once', async () => {
    const blind = fixture.facilitator();
    blind.knowsChain = false;
    const replica = await fixture.replica(blind);
    const topUp = (proof?: string) => replica.billing.topUp({ tenantId: tenant, baseUrl: BASE_URL, proof });
    const header = headerOf(await sign(await quoteOf(topUp()), await fixture.payer()));
    blind.onSettle = async (really, payment) => {
      await really(payment);
      return {};
    };
    const receiptId = String((await failureOf(topUp(header))).details.receiptId);
    blind.onSettle = undefined;
    // The receipt is now as it is once its authorization has long expired.
    await auto.database.transaction((tx) =>
      tx.receipt.update({ where: { id: receiptId }, data: { validBefore: new Date(0) } }),
    );
    await expect(topUp(header)).rejects.toMatchObject({ details: { reason: 'outcome_unknown' } });
    expect((await auto.administration.unsettled()).map(({ id }) => id)).toContain(receiptId);
    const hash = `0x${'ab'.repeat(32)}`;
    await expect(auto.administration.settle(receiptId, 'x')).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await auto.administration.settle(receiptId, hash)).toMatchObject({ status: 'settled', transaction: hash });
    await expect(auto.administration.settle(receiptId, hash)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(auto.administration.fail('rcp_none')).rejects.toMatchObject({ code: 'not_found' });
    expect((await auto.ledger.balance(tenant)).available).toBe(100);
  });
});
