import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refuseRows } from '@mailroom/testing';
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
} from './payments-fixture.js';

let fixture: PaymentsFixture;
let first: Replica;
let second: Replica;
beforeAll(async () => {
  fixture = await PaymentsFixture.open();
  const facilitator = fixture.facilitator();
  [first, second] = await Promise.all([fixture.replica(facilitator), fixture.replica(facilitator)]);
});
afterAll(async () => {
  await fixture.close();
});

const topUp = (tenantId: string, proof?: string, { billing } = first) =>
  billing.topUp({ tenantId, baseUrl: BASE_URL, proof });
const receiptsOf = ({ app }: Replica) => app.get(ReceiptRepository, { strict: false });
const available = async (tenantId: string) => (await first.ledger.balance(tenantId)).available;

async function signedTopUp() {
  const tenant = await fixture.tenant(first);
  const payer = await fixture.payer();
  return { tenant, payer, header: headerOf(await sign(await quoteOf(topUp(tenant)), payer)) };
}

describe('a process that dies', () => {
  it.each([
    ['before the payment was verified', 'onVerify', false, 'pending'],
    ['after it was verified', 'onSettle', false, 'verified'],
    ['after it was settled on the chain, before our commit', 'onSettle', true, 'verified'],
  ] as const)('%s leaves a receipt that the next one settles, once', async (_, call, isMade, status) => {
    const dying = fixture.facilitator();
    let reached = () => {};
    const isReached = new Promise<void>((resolve) => (reached = resolve));
    // The call is made, and its answer reaches nobody.
    dying[call] = async (really, payment) => {
      if (isMade) await really(payment);
      reached();
      return new Promise<never>(() => {});
    };
    const replica = await fixture.replica(dying);
    const { tenant, header } = await signedTopUp();
    const before = await fixture.balance(fixture.running.payTo);
    void topUp(tenant, header, replica).catch(() => {});
    await isReached;
    const receipts = receiptsOf(first);
    const [open] = await receipts.list(tenant, undefined, 1);
    expect(open?.status).toBe(status);
    await forgetLeases(first);
    await Promise.all([first.sweeper.sweep(), second.sweeper.sweep()]);
    expect(await receipts.find(open?.id ?? '')).toMatchObject({ status: 'settled' });
    expect(await available(tenant)).toBe(100);
    const paid = isMade ? 0n : DOLLAR / 10n;
    expect((await fixture.balance(fixture.running.payTo)) - before).toBe(isMade ? DOLLAR / 10n : paid);
    expect(await first.ledger.verify()).toEqual([]);
  });
});

/** A receipt whose process ended before the payment was verified. */
async function openReceipt() {
  const dying = fixture.facilitator();
  const isReached = new Promise<void>((reached) => {
    dying.onVerify = () => {
      reached();
      return new Promise<never>(() => {});
    };
  });
  const { tenant, header } = await signedTopUp();
  void topUp(tenant, header, await fixture.replica(dying)).catch(() => {});
  await isReached;
  const [open] = await receiptsOf(first).list(tenant, undefined, 1);
  return { tenant, id: open?.id ?? '' };
}

describe('a receipt that Postgres refuses to change', () => {
  it('holds up the settlement of no other, and is settled when it is taken again', async () => {
    const [broken, other] = [await openReceipt(), await openReceipt()];
    await forgetLeases(first);
    const accept = await refuseRows(first.database, 'update on receipt', `old.id = '${broken.id}'`);
    const statusOf = async ({ id }: { id: string }) => (await receiptsOf(first).find(id))?.status;
    await first.sweeper.sweep().finally(accept);
    expect(await statusOf(broken)).toBe('pending');
    expect(await statusOf(other)).toBe('settled');
    await second.sweeper.sweep();
    expect(await statusOf(broken)).toBe('settled');
    expect(await available(broken.tenant)).toBe(100);
  });
});

describe('a facilitator', () => {
  const rubbish: readonly unknown[] = [null, 'x', [], {}, { success: 'true' }, { success: true, transaction: 'x' }];

  it.each(rubbish.map((answer) => [JSON.stringify(answer), answer]))(
    'that answers %s to a settlement has settled nothing, and is asked again',
    async (_, answer) => {
      const odd = fixture.facilitator();
      odd.onSettle = async () => answer;
      odd.knowsChain = false;
      const replica = await fixture.replica(odd);
      const { tenant, header } = await signedTopUp();
      const failure = await failureOf(topUp(tenant, header, replica));
      expect(failure.details.receiptStatus).toBe('verified');
      expect(await available(tenant)).toBe(0);
      odd.onSettle = undefined;
      expect(await topUp(tenant, header, replica)).toMatchObject({ status: 'settled' });
      expect(await available(tenant)).toBe(100);
    },
  );

  it('that settles and says that it failed is corrected by the chain', async () => {
    const lying = fixture.facilitator();
    lying.onSettle = async (really, payment) => {
      await really(payment);
      return { success: false, errorReason: 'unexpected_error', transaction: '', network: 'eip155:31337' };
    };
    const replica = await fixture.replica(lying);
    const { tenant, header } = await signedTopUp();
    expect(await topUp(tenant, header, replica)).toMatchObject({ status: 'settled' });
    expect(await available(tenant)).toBe(100);
  });

  it('whose answer was lost proves nothing by saying "used"; whoever can ask the chain settles it', async () => {
    const forgetful = fixture.facilitator();
    forgetful.knowsChain = false;
    forgetful.onSettle = async (really, payment) => {
      await really(payment);
      throw new FacilitatorFailure('lost');
    };
    const replica = await fixture.replica(forgetful);
    const { tenant, header } = await signedTopUp();
    await expect(topUp(tenant, header, replica)).rejects.toMatchObject({ code: 'payment_failed' });
    forgetful.onSettle = undefined;
    await expect(topUp(tenant, header, replica)).rejects.toMatchObject({ code: 'payment_failed' });
    expect(await available(tenant)).toBe(0);
    expect(await topUp(tenant, header)).toMatchObject({ status: 'settled' });
    expect(await available(tenant)).toBe(100);
  });

  it('that answers after somebody else has settled changes nothing', async () => {
    const slow = fixture.facilitator();
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    let reached = () => {};
    const isReached = new Promise<void>((resolve) => (reached = resolve));
    slow.onSettle = async (really, payment) => {
      const answer = await really(payment);
      reached();
      await gate;
      return answer;
    };
    const replica = await fixture.replica(slow);
    const { tenant, header } = await signedTopUp();
    const late = topUp(tenant, header, replica);
    await isReached;
    await forgetLeases(first);
    expect(await topUp(tenant, header)).toMatchObject({ status: 'settled' });
    letGo();
    expect(await late).toMatchObject({ status: 'settled' });
    expect(await available(tenant)).toBe(100);
  });
});
