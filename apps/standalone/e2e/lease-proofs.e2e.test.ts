import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DevChain, serveFacilitator, type FacilitatorServer, type RunningChain } from '@mailroom/dev-chain';
import { until } from '@mailroom/testing';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { behind, grant, lease, LEASES, messagesOf, newAgent, PROOF, type Agent, type Leased } from './lease-fixture.js';
import { startOwnMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let chain: DevChain;
let running: RunningChain;
let facilitator: FacilitatorServer;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mailroom-chain-'));
  chain = new DevChain(directory);
  running = await chain.running();
  facilitator = await serveFacilitator(running.facilitator);
  const env = {
    MAILROOM_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    FREE_READS_PER_HOUR: '2',
    FREE_SENDS_PER_DAY: '1',
    FREE_WEBHOOKS: '1',
    FREE_LEASES_PER_HOUR: '1',
    PAYMENTS: 'facilitator',
    X402_FACILITATOR_URL: facilitator.url,
    X402_NETWORK: running.network,
    X402_ASSET: running.asset,
    X402_ASSET_NAME: running.assetName,
    X402_ASSET_VERSION: running.assetVersion,
    X402_PAY_TO: running.payTo,
    X402_RPC_URL: running.rpcUrl,
  };
  const apps = ['wallet-api', 'mailbox-api', 'billing-api', 'smtp-ingest', 'outbound', 'janitor'] as const;
  mailroom = await startOwnMailroom(env, { replicas: 2, apps });
});
afterAll(async () => {
  await mailroom.close();
  await facilitator.close();
  await chain.close();
  await rm(directory, { recursive: true, force: true });
});

const account = async ({ client }: Agent) => {
  const { availableCredits, reservedCredits } = await client.data('GET', '/v1/billing/account');
  return { available: availableCredits, reserved: reservedCredits };
};
const proofFor = async ({ client }: Agent, method: string, path: string): Promise<string> =>
  String((await client.data('POST', PROOF, { method, path })).x_payment_proof);
const mailOf = ({ mailbox_id, address: to, webmail_password: mailbox_password }: Leased) => {
  return { mailbox_id, to, subject: 'Hi', text: 'Hi.', mailbox_password };
};

const proofRequest = ({ client }: Agent) => ({
  method: 'POST',
  headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
  body: JSON.stringify({ method: 'POST', path: LEASES }),
});

/** The stock client of x402, with a wallet of its own; `send` is what it sends its requests with. */
async function payingFetch(send: typeof fetch = fetch): Promise<typeof fetch> {
  const wallet = privateKeyToAccount(generatePrivateKey());
  await chain.fund(wallet.address, 1_000_000n);
  const network = running.network as 'eip155:31337';
  return wrapFetchWithPaymentFromConfig(send, {
    schemes: [{ network, client: new ExactEvmScheme(wallet) }],
    spendControls: { allowedAssets: [{ network, asset: running.asset }] },
  }) as typeof fetch;
}

describe('a call beyond what is free', () => {
  it('is paid for with a proof, whichever of the four it is, one credit each', async () => {
    const agent = await newAgent(mailroom);
    await grant(mailroom, agent, 10);
    const own = await lease(agent);
    const hook = { event_types: ['message.received'], target_url: 'http://127.0.0.1:9/hook' };
    const calls: [string, string, object | undefined, number, number][] = [
      ['POST', LEASES, {}, 201, 0],
      ['GET', messagesOf(own), undefined, 200, 2],
      ['POST', '/v2/messages/send', mailOf(own), 202, 1],
      ['POST', '/v2/webhooks', hook, 201, 1],
    ];
    let available = 10;
    for (const [method, path, body, status, free] of calls) {
      for (let n = 0; n < free; n += 1) expect((await agent.client.call(method, path, body)).status).toBe(status);
      const refused = await agent.client.call(method, path, body);
      expect([path, refused.status]).toEqual([path, 402]);
      expect(refused.body).toMatchObject({ error: 'payment_required', reasons: [{ used: expect.any(Number) }] });
      const proof = await proofFor(agent, method, path);
      const paid = await agent.client.call(method, path, body, { 'x-payment-proof': proof });
      expect([path, paid.status]).toEqual([path, status]);
      available -= 1;
      expect(await account(agent)).toEqual({ available, reserved: 0 });
      const replayed = await agent.client.call(method, path, body, { 'x-payment-proof': proof });
      expect([replayed.status, replayed.body.reasons[0].code]).toEqual([402, 'proof_used']);
    }
  });

  it('can be paid for before anything is used up', async () => {
    const agent = await newAgent(mailroom);
    await grant(mailroom, agent, 1);
    const proof = await proofFor(agent, 'POST', LEASES);
    expect((await agent.client.call('POST', LEASES, {}, { 'x-payment-proof': proof })).status).toBe(201);
    expect(await account(agent)).toEqual({ available: 0, reserved: 0 });
    // The free one is still there.
    expect((await agent.client.call('POST', LEASES, {})).status).toBe(201);
    expect((await agent.client.call('POST', LEASES, {})).status).toBe(402);
  });

  it('costs nothing where it is refused for another reason', async () => {
    const agent = await newAgent(mailroom);
    await grant(mailroom, agent, 2);
    const own = await lease(agent);
    const proof = await proofFor(agent, 'POST', '/v2/messages/send');
    const headers = { 'x-payment-proof': proof };
    const send = (fields: object) =>
      agent.client.call('POST', '/v2/messages/send', { ...mailOf(own), ...fields }, headers);
    expect((await send({ mailbox_password: 'wrong' })).status).toBe(403);
    expect((await send({ to: ['a@example.org', 'b@example.org'] })).body.error).toBe('external_send_not_enabled');
    expect((await send({ text: '' })).status).toBe(400);
    expect(await account(agent)).toEqual({ available: 1, reserved: 1 });
    expect((await send({})).status).toBe(202);
    expect(await account(agent)).toEqual({ available: 1, reserved: 0 });
  });

  it('that repeats one of its idempotency key is answered again for the same proof', async () => {
    const agent = await newAgent(mailroom);
    await grant(mailroom, agent, 1);
    const own = await lease(agent);
    const proof = await proofFor(agent, 'POST', '/v2/messages/send');
    const headers = { 'x-payment-proof': proof, 'idempotency-key': 'paid-once' };
    const first = await agent.client.call('POST', '/v2/messages/send', mailOf(own), headers);
    const second = await agent.client.call('POST', '/v2/messages/send', mailOf(own), headers);
    expect([first.status, second.status, second.body.message_id]).toEqual([202, 202, first.body.message_id]);
  });

  it('gives the credit back of a proof that nobody used', async () => {
    const agent = await newAgent(mailroom);
    await grant(mailroom, agent, 1);
    await proofFor(agent, 'GET', '/v2/messages');
    expect(await account(agent)).toEqual({ available: 0, reserved: 1 });
    await behind(
      mailroom,
      'proof-age',
      `update payment_proof set expires_at = now() - interval '1 second' where tenant_id = $1`,
      [agent.tenantId],
    );
    await until(async () => (await account(agent)).available === 1);
    expect(await account(agent)).toEqual({ available: 1, reserved: 0 });
  });
});

describe('POST /v2/payments/proof', () => {
  it('quotes a price to whoever has no credits, and takes the payment of a stock x402 client', async () => {
    const agent = await newAgent(mailroom);
    const quoted = await agent.client.call('POST', PROOF, { method: 'POST', path: LEASES });
    expect(quoted.status).toBe(402);
    expect(quoted.body).toMatchObject({ error: 'payment_required', quote: { accepts: [{ amount: '1000' }] } });
    expect(quoted.body.fix).toMatch(/sign it, and send the request again with the header payment-signature/);
    expect(quoted.headers.get('payment-required')).toEqual(expect.any(String));
    const pay = await payingFetch();
    const answer = await pay(`${mailroom.baseUrl}${PROOF}`, proofRequest(agent));
    const proof = (await answer.json()) as { x_payment_proof: string };
    expect([answer.status, proof]).toEqual([
      200,
      {
        x_payment_proof: expect.stringMatching(/^t=\d+,n=[0-9a-f]{32},v1=[0-9a-f]{64}$/),
        method: 'POST',
        path: LEASES,
        credits: 1,
        expires_at: expect.any(String),
        receipt_id: expect.stringMatching(/^rcp_/),
      },
    ]);
    expect(answer.headers.get('payment-response')).toEqual(expect.any(String));
    const leased = await agent.client.call('POST', LEASES, {}, { 'x-payment-proof': proof.x_payment_proof });
    expect(leased.status).toBe(201);
    expect(await account(agent)).toEqual({ available: 0, reserved: 0 });
  });

  it('answers one payment that comes twenty times at once with one proof, and asks nobody to pay again', async () => {
    const agent = await newAgent(mailroom);
    const answers: Response[] = [];
    const pay = await payingFetch(async (input, init) => {
      const request = new Request(input, init);
      const times = request.headers.has('payment-signature') ? 20 : 1;
      const sent = await Promise.all(Array.from({ length: times }, () => fetch(request.clone())));
      if (times > 1) answers.push(...sent.map((answer) => answer.clone()));
      return sent[0] as Response;
    });
    await pay(`${mailroom.baseUrl}${PROOF}`, proofRequest(agent));
    const bodies = await Promise.all(answers.map(async (answer) => (await answer.json()) as Record<string, unknown>));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(bodies.map(({ x_payment_proof }) => x_payment_proof)).size).toBe(1);
    expect(await account(agent)).toEqual({ available: 0, reserved: 1 });
  });

  it.each([
    [{ method: 'DELETE', path: LEASES }, 'method'],
    [{ method: 'POST', path: '/v1/messages/send' }, 'path'],
    [{ method: 'GET', path: LEASES }, 'path'],
    [{ method: 'GET', path: 'http://evil.example/v2/messages' }, 'path'],
    [{ method: 'GET' }, 'path'],
  ])('refuses %j', async (body, field) => {
    const agent = await newAgent(mailroom);
    const { status, body: answer } = await agent.client.call('POST', PROOF, body);
    expect({ status, answer }).toMatchObject({ status: 400, answer: { errors: [{ field }] } });
  });
});
