import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DevChain } from '@mailroom/dev-chain';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { beforeDeployment, deployWallet, placeFactory } from '../../../packages/siwe/test/contract/contract-wallet.js';
import { fakeChain } from '../../../packages/siwe/test/fake-chain.js';
import { HostedClient } from './hosted-client.js';
import { startOwnMailroom, type Mailroom } from './mailroom-fixture.js';
import { ethersWallet, signedChallenge, signIn, VERIFY, type Signer } from './wallet-fixture.js';

const YES = `0x1626ba7e${'0'.repeat(56)}`;

let mailroom: Mailroom;
let chain: DevChain;
let directory: string;
let node: Awaited<ReturnType<typeof fakeChain>>;
let rpcUrl: string;
/** What stands between the service and its chain. */
let trouble: 'none' | 'silent' | 'wrong' = 'none';
let calls = 0;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mailroom-chain-'));
  chain = new DevChain(directory);
  ({ rpcUrl } = await chain.running());
  await placeFactory(rpcUrl);
  node = await fakeChain((_, response, body) => {
    calls += 1;
    if (trouble === 'silent') return undefined;
    if (trouble === 'wrong') return void response.end(`{"jsonrpc":"2.0","id":99,"result":"${YES}"}`);
    const headers = { 'content-type': 'application/json' };
    void fetch(rpcUrl, { method: 'POST', headers, body })
      .then((answer) => answer.text())
      .then((text) => response.end(text));
    return undefined;
  });
  const env = { PAYMENTS: 'off', SIWE_CHAIN: 'eip155:31337', SIWE_RPC_URL: node.url, SIWE_DOMAIN: 'mail.example' };
  mailroom = await startOwnMailroom(env, { replicas: 2, apps: ['wallet-api', 'billing-api'] });
});
afterAll(async () => {
  await mailroom.close();
  await node.close();
  await chain.close();
  await rm(directory, { recursive: true, force: true });
});

const newKey = () => privateKeyToAccount(generatePrivateKey());
const verify = (signed: object) => new HostedClient(mailroom.baseUrl).call('POST', VERIFY, signed);

async function deployed(): Promise<Signer> {
  const owner = newKey();
  const address = await deployWallet(rpcUrl, owner);
  return { address, sign: (message) => owner.signMessage({ message }) };
}

describe('a contract wallet', () => {
  it('signs in by its owner (ERC-1271), and is one wallet with one agent', async () => {
    const wallet = await deployed();
    const first = await signIn(mailroom.baseUrl, wallet);
    expect(first.did).toMatch(/^did:pkh:eip155:31337:0x[0-9a-fA-F]{40}$/);
    expect(await signIn(mailroom.baseUrl, wallet)).toMatchObject({ agent_id: first.agent_id });
  });

  it('signs in before it is deployed (ERC-6492)', async () => {
    const wallet = beforeDeployment(newKey());
    expect(await signIn(mailroom.baseUrl, wallet)).toMatchObject({ did: `did:pkh:eip155:31337:${wallet.address}` });
  });

  it('is not signed in for by anybody else', async () => {
    const wallet = await deployed();
    const { message } = await signedChallenge(mailroom.baseUrl, wallet);
    const signature = await newKey().signMessage({ message });
    expect(await verify({ message, signature })).toMatchObject({ status: 401, body: { error: 'invalid_siwe' } });
    const toCome = beforeDeployment(newKey());
    const other = await signedChallenge(mailroom.baseUrl, toCome);
    const wrapped = toCome.wrap(await newKey().signMessage({ message: other.message }));
    expect((await verify({ message: other.message, signature: wrapped })).status).toBe(401);
  });

  it.each(['silent', 'wrong'] as const)(
    'is refused while its chain is %s, and let in with the same signature afterwards',
    async (how) => {
      const signed = await signedChallenge(mailroom.baseUrl, await deployed());
      trouble = how;
      const refused = await verify(signed);
      trouble = 'none';
      expect([refused.status, refused.body]).toMatchObject([
        401,
        { error: 'invalid_siwe', fix: expect.stringMatching(/again/) },
      ]);
      expect((await verify(signed)).status).toBe(200);
    },
  );

  it('costs ordinary wallets no question to the chain, which may be away', async () => {
    trouble = 'silent';
    const before = calls;
    await signIn(mailroom.baseUrl, ethersWallet());
    trouble = 'none';
    expect(calls).toBe(before);
  });
});

describe('the settings of sign-in', () => {
  it('are what challenges name, and what GET /v2/meta/runtime says without credentials', async () => {
    const { body } = await new HostedClient(mailroom.baseUrl).call('GET', '/v2/meta/runtime');
    expect(body).toMatchObject({
      chain: { caip2: 'eip155:31337', name: 'Development chain' },
      auth: { mode: 'siwe', strict: true, domain: 'mail.example', uri: expect.stringMatching(/\/v2$/) },
      payment_methods: [],
    });
    const { message } = await signedChallenge(mailroom.baseUrl, ethersWallet());
    expect(message).toMatch(/^mail\.example wants you to sign in/);
  });
});
