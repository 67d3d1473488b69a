import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DevChain, serveFacilitator, type FacilitatorServer, type RunningChain } from '@mailroom/dev-chain';
import { Database, statement } from '@mailroom/database';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { decodePaymentResponseHeader, wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { Wallet } from 'ethers';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { startOwnMailroom, type Answer, type Mailroom } from './mailroom-fixture.js';

const DOLLAR = 1_000_000n;

let mailroom: Mailroom;
let chain: DevChain;
let running: RunningChain;
let facilitator: FacilitatorServer;
let directory: string;
let tenants = 0;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mailroom-chain-'));
  chain = new DevChain(directory);
  running = await chain.running();
  facilitator = await serveFacilitator(running.facilitator);
  const env = {
    PAYMENTS: 'facilitator',
    X402_FACILITATOR_URL: facilitator.url,
    X402_NETWORK: running.network,
    X402_ASSET: running.asset,
    X402_ASSET_NAME: running.assetName,
    X402_ASSET_VERSION: running.assetVersion,
    X402_PAY_TO: running.payTo,
    X402_RPC_URL: running.rpcUrl,
  };
  mailroom = await startOwnMailroom(env, { replicas: 2, apps: ['mailbox-api', 'billing-api'] });
});
afterAll(async () => {
  await mailroom.close();
  await facilitator.close();
  await chain.close();
  await rm(directory, { recursive: true, force: true });
});

const meter = statement(
  'test-meter',
  `with t as (update tenant set metered = true, billing_state = 'free', send_policy = 'internal_only' where id = $1 returning id)
   insert into credit_account (tenant_id) select id from t`,
);

/** A tenant of the free tier, and its token. */
async function freeTenant() {
  const api = await mailroom.stranger();
  const { tenantId } = await api.data('GET', '/me');
  const database = new Database({ url: mailroom.databaseUrl, poolSize: 1 });
  await database.query(meter, [tenantId]);
  await database.close();
  tenants += 1;
  return { tenantId: String(tenantId), token: api.token };
}

async function call(token: string, method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const authorization = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const request = { method, headers: { ...authorization, ...headers }, ...(body && { body: JSON.stringify(body) }) };
  const answer = await fetch(`${mailroom.baseUrl}/v1/billing${path}`, request);
  return { status: answer.status, headers: answer.headers, body: await bodyOf(answer) };
}

const bodyOf = (answer: Response): Promise<Answer['body']> => answer.json();

type Signer = ConstructorParameters<typeof ExactEvmScheme>[0];

/** The stock client, which is told only whose money to spend, and on what. */
function payingFetch(signer: Signer) {
  const network = running.network as `${string}:${string}`;
  return wrapFetchWithPaymentFromConfig(fetch, {
    schemes: [{ network, client: new ExactEvmScheme(signer) }],
    spendControls: { allowedAssets: [{ network, asset: running.asset }] },
  });
}

async function fundedAccount(dollars = 100n) {
  const account = privateKeyToAccount(generatePrivateKey());
  if (dollars > 0n) await chain.fund(account.address, dollars * DOLLAR);
  return account;
}

describe('GET /v1/billing/account', () => {
  it('shows credits, billing state and prices to a manager and to a mailbox of the tenant', async () => {
    const { token, tenantId } = await freeTenant();
    const { status, body } = await call(token, 'GET', '/account');
    expect(status).toBe(200);
    expect(body).toMatchObject({ tenantId, billingState: 'free', availableCredits: 0, reservedCredits: 0 });
    expect(body.pricing).toMatchObject({
      topUpCredits: [100, 1_000, 10_000],
      payment: { network: running.network, asset: running.asset, payTo: running.payTo },
    });
    const mailbox = await mailroom.mailbox();
    const own = await call(mailbox.api.token, 'GET', '/account');
    expect(own.body).toMatchObject({ tenantId: mailroom.tenantId, billingState: 'paid_active' });
  });

  it('is closed without a token', async () => {
    expect((await call('', 'GET', '/account')).status).toBe(401);
  });
});

describe('POST /v1/billing/topup', () => {
  it('answers the first request with 402 and a quote, in the body and in PAYMENT-REQUIRED, and makes no receipt', async () => {
    const { token } = await freeTenant();
    const { status, headers, body } = await call(token, 'POST', '/topup');
    expect(status).toBe(402);
    expect(body).toMatchObject({ error: 'payment_required', quote: { x402Version: 2 }, message: expect.any(String) });
    expect(body.receiptId).toBeUndefined();
    expect(headers.get('cache-control')).toBe('no-store');
    const quote = JSON.parse(Buffer.from(headers.get('payment-required') ?? '', 'base64').toString());
    expect(quote).toMatchObject(body.quote);
    expect((await call(token, 'GET', '/receipts')).body).toEqual({ items: [], nextCursor: null });
  });

  it('is paid by the stock client, and shows up in account, receipts and ledger', async () => {
    const { token } = await freeTenant();
    const pay = payingFetch(await fundedAccount());
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const url = `${mailroom.baseUrl}/v1/billing/topup`;
    const answer = await pay(url, { method: 'POST', headers, body: JSON.stringify({ credits: 1_000 }) });
    const receipt = await bodyOf(answer);
    expect([answer.status, receipt]).toMatchObject([200, { status: 'settled', credits: 1_000, amountUsdc: '1.00' }]);
    const response = decodePaymentResponseHeader(answer.headers.get('payment-response') ?? '');
    expect(response).toMatchObject({ success: true, transaction: receipt.transaction, network: running.network });
    expect((await call(token, 'GET', '/account')).body).toMatchObject({ availableCredits: 1_000 });
    expect((await call(token, 'GET', '/receipts')).body.items).toEqual([receipt]);
    expect((await call(token, 'GET', '/ledger')).body.items).toMatchObject([
      { from: 'paid', to: 'available', credits: 1_000, cause: 'receipt', causeId: receipt.receiptId },
    ]);
  });

  it('is paid with a wallet of another make', async () => {
    const { token } = await freeTenant();
    const wallet = new Wallet(Wallet.createRandom().privateKey);
    await chain.fund(wallet.address, DOLLAR);
    const signer = {
      address: wallet.address as `0x${string}`,
      signTypedData: async ({ domain, types, message }: Parameters<Signer['signTypedData']>[0]) => {
        const { EIP712Domain: _, ...others } = types as Parameters<Wallet['signTypedData']>[1];
        return (await wallet.signTypedData(domain, others, message)) as `0x${string}`;
      },
    };
    const headers = { authorization: `Bearer ${token}` };
    const answer = await payingFetch(signer)(`${mailroom.baseUrl}/v1/billing/topup`, { method: 'POST', headers });
    expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'settled', credits: 100 }]);
  });

  it('without money answers 402 with the receipt and a new quote; confirming it settles it once the money is there', async () => {
    const { token } = await freeTenant();
    const account = await fundedAccount(0n);
    const headers = { authorization: `Bearer ${token}` };
    const refused = await payingFetch(account)(`${mailroom.baseUrl}/v1/billing/topup`, { method: 'POST', headers });
    const failure = await bodyOf(refused);
    expect(refused.status).toBe(402);
    expect(failure).toMatchObject({ error: 'payment_failed', receiptStatus: 'pending', quote: { x402Version: 2 } });
    const { receiptId } = failure;
    expect((await call(token, 'POST', '/payment/confirm', { receiptId })).status).toBe(402);
    await chain.fund(account.address, DOLLAR);
    // The sweeper may be faster.
    const confirmed = await call(token, 'POST', '/payment/confirm', { receiptId });
    expect([confirmed.status, confirmed.body]).toMatchObject([200, { receiptId, status: 'settled' }]);
    const stranger = await freeTenant();
    expect((await call(stranger.token, 'POST', '/payment/confirm', { receiptId })).status).toBe(404);
  });

  it.each([
    ['not base64', '!!!'],
    ['not JSON', Buffer.from('hello').toString('base64')],
    ['empty', Buffer.from('{}').toString('base64')],
    ['long', 'x'.repeat(10_000)],
  ])('refuses a proof that is %s with 400 and a fix, before any receipt', async (_, proof) => {
    const { token } = await freeTenant();
    const { status, body } = await call(token, 'POST', '/topup', undefined, { 'payment-signature': proof });
    expect([status, body]).toMatchObject([400, { error: 'invalid_payment', fix: expect.any(String) }]);
    expect(body.message).toContain('header payment-signature');
    expect((await call(token, 'GET', '/receipts')).body.items).toEqual([]);
  });

  it.each([{ credits: '100' }, { credits: 0 }, { credits: 101 }, { credits: 1e12 }, { amount: 1 }])(
    'refuses the body %j with 400',
    async (body) => {
      const { token } = await freeTenant();
      expect(await call(token, 'POST', '/topup', body)).toMatchObject({
        status: 400,
        body: { error: 'invalid_request' },
      });
    },
  );
});

describe('POST /v1/billing/upgrade-intent', () => {
  it('puts the tenant under review, is paid by the stock client, and opens the way out with a bundle', async () => {
    const { token } = await freeTenant();
    expect((await call(token, 'POST', '/upgrade-intent')).status).toBe(402);
    expect((await call(token, 'GET', '/account')).body.billingState).toBe('paid_review');
    const pay = payingFetch(await fundedAccount());
    const headers = { authorization: `Bearer ${token}` };
    const answer = await pay(`${mailroom.baseUrl}/v1/billing/upgrade-intent`, { method: 'POST', headers });
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { billingState: 'paid_active', policy: 'external_enabled', receipt: { status: 'settled', credits: 5_000 } },
    ]);
    expect((await call(token, 'GET', '/account')).body).toMatchObject({
      billingState: 'paid_active',
      availableCredits: 5_000,
    });
    const again = await call(token, 'POST', '/upgrade-intent');
    expect([again.status, again.body]).toMatchObject([200, { billingState: 'paid_active', receipt: null }]);
  });
});

describe('lists of billing', () => {
  it('are paged, newest first, without a gap or a repetition', async () => {
    const { token } = await freeTenant();
    const pay = payingFetch(await fundedAccount());
    const headers = { authorization: `Bearer ${token}` };
    for (let index = 0; index < 3; index++) {
      await pay(`${mailroom.baseUrl}/v1/billing/topup`, { method: 'POST', headers });
    }
    for (const [path, id] of [
      ['/receipts', 'receiptId'],
      ['/ledger', 'entryId'],
    ] as const) {
      const all = (await call(token, 'GET', path)).body.items;
      const first = (await call(token, 'GET', `${path}?limit=2`)).body;
      const second = (await call(token, 'GET', `${path}?limit=2&cursor=${first.nextCursor}`)).body;
      expect([...first.items, ...second.items]).toEqual(all);
      expect(second.nextCursor).toBeNull();
      expect(new Set(all.map((item: Record<string, unknown>) => item[id])).size).toBe(3);
      expect((await call(token, 'GET', `${path}?cursor=x`)).body.error).toBe('invalid_cursor');
    }
    expect(tenants).toBeGreaterThan(0);
  });
});
