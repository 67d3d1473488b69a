import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PaymentPayload, PaymentRequired } from '@x402/core/types';
import { x402Client } from '@x402/core/client';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { beforeDeployment, deployWallet, placeFactory } from '../../siwe/test/contract/contract-wallet.js';
import { BASE_URL, DOLLAR, failureOf, headerOf, PaymentsFixture, quoteOf, type Replica } from './payments-fixture.js';

type Payer = ConstructorParameters<typeof ExactEvmScheme>[0];

let fixture: PaymentsFixture;
let replica: Replica;
beforeAll(async () => {
  fixture = await PaymentsFixture.open();
  replica = await fixture.replica(fixture.facilitator());
  await placeFactory(fixture.running.rpcUrl);
});
afterAll(async () => {
  await fixture.close();
});

const topUp = (tenantId: string, proof?: string) => replica.billing.topUp({ tenantId, baseUrl: BASE_URL, proof });
const available = async (tenantId: string) => (await replica.ledger.balance(tenantId)).available;
const newKey = () => privateKeyToAccount(generatePrivateKey());

async function signedBy(payer: Payer, quote: PaymentRequired): Promise<PaymentPayload> {
  const network = quote.accepts[0]?.network ?? 'eip155:1';
  const schemes = [{ network, client: new ExactEvmScheme(payer) }];
  return x402Client.fromConfig({ schemes, spendControls: false }).createPaymentPayload(quote);
}

/** A contract wallet with money, for which its owner signs. */
async function deployed(): Promise<Payer> {
  const owner = newKey();
  const address = await deployWallet(fixture.running.rpcUrl, owner);
  await fixture.chain.fund(address, DOLLAR);
  return { address, signTypedData: (data) => owner.signTypedData(data as Parameters<typeof owner.signTypedData>[0]) };
}

describe('a contract wallet', () => {
  it('pays by the signature of its owner (ERC-1271), once', async () => {
    const [tenant, payer] = [await fixture.tenant(replica), await deployed()];
    const header = headerOf(await signedBy(payer, await quoteOf(topUp(tenant))));
    const receipt = await topUp(tenant, header);
    expect(receipt).toMatchObject({ status: 'settled', payer: payer.address.toLowerCase() });
    expect(await topUp(tenant, header)).toMatchObject({ id: receipt.id, status: 'settled' });
    expect(await available(tenant)).toBe(100);
    expect(await fixture.balance(payer.address)).toBe(DOLLAR - DOLLAR / 10n);
  });

  it('that sent its authorization to the chain itself is credited, and nobody else by a signature that is not its', async () => {
    const [tenant, stranger, payer] = [await fixture.tenant(replica), await fixture.tenant(replica), await deployed()];
    const payment = await signedBy(payer, await quoteOf(topUp(tenant)));
    const transaction = await fixture.broadcast(payment);
    const { authorization } = payment.payload;
    const signature = (await signedBy({ ...(await deployed()), address: payer.address }, await quoteOf(topUp(tenant))))
      .payload.signature;
    const forged = { ...payment, payload: { authorization, signature } };
    expect((await failureOf(topUp(stranger, headerOf(forged)))).details.receiptStatus).toBe('failed');
    expect(await available(stranger)).toBe(0);
    expect(await topUp(tenant, headerOf(payment))).toMatchObject({ status: 'settled', transaction });
    expect(await available(tenant)).toBe(100);
  });

  it('that is not deployed yet (ERC-6492) pays nothing, and is told why', async () => {
    const [tenant, owner] = [await fixture.tenant(replica), newKey()];
    const { address, wrap } = beforeDeployment(owner);
    await fixture.chain.fund(address, DOLLAR);
    const payer: Payer = {
      address,
      signTypedData: async (data) => wrap(await owner.signTypedData(data as Parameters<typeof owner.signTypedData>[0])),
    };
    const failure = await failureOf(topUp(tenant, headerOf(await signedBy(payer, await quoteOf(topUp(tenant))))));
    expect(failure).toMatchObject({ code: 'payment_failed', details: { reason: expect.stringMatching(/6492/) } });
    expect(await available(tenant)).toBe(0);
    expect(await fixture.balance(address)).toBe(DOLLAR);
  });
});
