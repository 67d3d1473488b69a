import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MailroomError, WalletClient } from '@mailroom/client';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';
import { ethersWallet, viemWallet } from './wallet-fixture.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

const client = (token = '') => new WalletClient({ baseUrl: mailroom.baseUrl, token, retries: 0 });

describe('the client that is generated from the description of agents with a wallet', () => {
  it.each([
    ['ethers', ethersWallet],
    ['viem', viemWallet],
  ])('learns where it is, signs in with a wallet of %s, sees its sessions and ends them', async (_, make) => {
    const wallet = make();
    const { auth, chain } = await client().getRuntime();
    const { message } = await client().createChallenge({ wallet_address: wallet.address });
    expect(message.startsWith(`${auth.domain} wants you to sign in`)).toBe(true);
    const session = await client().verifyChallenge({ message, signature: await wallet.sign(message) });
    expect(session.did).toBe(`did:pkh:${chain.caip2}:${wallet.address}`);
    const agent = client(session.access_token);
    const { items } = await agent.listSessions();
    expect(items).toMatchObject([{ agent_id: session.agent_id, current: true }]);
    expect(await agent.endSession('current')).toMatchObject({ session_id: items[0]?.session_id });
  });

  it('rejects with what the surface says is wrong', async () => {
    const { message } = await client().createChallenge({ wallet_address: ethersWallet().address });
    const refusal = await client()
      .verifyChallenge({ message, signature: `0x${'de'.repeat(65)}` })
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(MailroomError);
    expect(refusal).toMatchObject({
      type: 'invalid_siwe',
      status: 401,
      details: { fix: expect.any(String), requestId: expect.stringMatching(/^req_/) },
    });
    await expect(client().listSessions()).rejects.toMatchObject({ type: 'missing_token', status: 401 });
  });
});
