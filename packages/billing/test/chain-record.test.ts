import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ChainRecord } from '../src/facilitator/chain-record.js';
import { FacilitatorFailure } from '../src/facilitator/facilitator.js';
import { BASE_URL, DOLLAR, PaymentsFixture, quoteOf, sign } from './payments-fixture.js';

type Call = { readonly id: number; readonly method: string; readonly params: unknown[] };

let fixture: PaymentsFixture;
let server: Server;
let url: string;
/** What one of the nodes takes for the last block. */
let head = 0n;

const numbered = (block: bigint) => `0x${block.toString(16)}`;

async function ask(method: string, params: unknown[]): Promise<{ readonly result?: unknown }> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(fixture.running.rpcUrl, { method: 'POST', headers, body });
  return (await response.json()) as { readonly result?: unknown };
}

/** It answers as a provider with several nodes does: contracts are asked of one that is some blocks behind. */
async function answerOf({ method, params }: Call): Promise<object> {
  if (method !== 'eth_call') return ask(method, params);
  const [call, block = 'latest'] = params as [object, string?];
  if (block === 'latest') return ask(method, [call, numbered(head)]);
  if (BigInt(block) > head) return { error: { code: -32_000, message: 'header not found' } };
  return ask(method, params);
}

beforeAll(async () => {
  fixture = await PaymentsFixture.open();
  server = createServer(async (request, response) => {
    const call = (await json(request)) as Call;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...(await answerOf(call)), jsonrpc: '2.0', id: call.id }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await fixture.close();
});

it('a node that is behind does not say that a payment was not made', async () => {
  const replica = await fixture.replica(fixture.facilitator());
  const tenantId = await fixture.tenant(replica);
  const quote = await quoteOf(replica.billing.topUp({ tenantId, baseUrl: BASE_URL, proof: undefined }));
  const payment = await sign(quote, await fixture.payer());
  const { authorization } = payment.payload as { authorization: { from: string; nonce: string } };
  const { network, asset, payTo } = payment.accepted;
  const trace = { network, asset, payTo, payer: authorization.from, nonce: authorization.nonce, amount: DOLLAR / 10n };
  const find = () => new ChainRecord(url).find({ ...trace, since: new Date(Date.now() - 3_600_000) });

  head = BigInt((await ask('eth_blockNumber', [])).result as string);
  expect(await find()).toMatchObject({ state: 'unused' });
  const transaction = await fixture.broadcast(payment);
  await expect(find()).rejects.toThrow(FacilitatorFailure);
  head = BigInt((await ask('eth_blockNumber', [])).result as string);
  expect(await find()).toEqual({ state: 'paid', transaction });
});
