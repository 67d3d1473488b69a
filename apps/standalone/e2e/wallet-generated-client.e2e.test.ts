import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MailroomError, WalletClient } from '@mailroom/client';
import { grant } from './lease-fixture.js';
import { startOwnMailroom, type Mailroom } from './mailroom-fixture.js';
import { ethersWallet, viemWallet } from './wallet-fixture.js';

let mailroom: Mailroom;
beforeAll(async () => {
  // Proofs of payment are made with the installation's key.
  mailroom = await startOwnMailroom({ MAILROOM_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') });
}, 120_000);
afterAll(() => mailroom.close());

const client = (token = '') => new WalletClient({ baseUrl: mailroom.baseUrl, token, retries: 0 });

/** A client that a wallet has signed in with. */
async function signedIn(wallet: ReturnType<typeof ethersWallet>) {
  const { message } = await client().createChallenge({ wallet_address: wallet.address });
  const session = await client().verifyChallenge({ message, signature: await wallet.sign(message) });
  return { session, agent: client(session.access_token) };
}

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

  it.each([
    ['ethers', ethersWallet],
    ['viem', viemWallet],
  ])('drives all of the surface with a wallet of %s', async (_, make) => {
    const { agent, session } = await signedIn(make());
    const lease = await agent.leaseMailbox({ agent_id: session.agent_id, purpose: 'a code', ttl_hours: 2 });
    const { lease_id, mailbox_id, address } = lease;
    expect(await agent.getLease(lease_id)).toMatchObject({ address, lease_status: 'active' });
    expect((await agent.extendLease(lease_id, { ttl_hours: 5 })).expires_at > lease.expires_at).toBe(true);
    expect((await agent.listLeases({ status: 'active' })).items).toMatchObject([{ lease_id }]);
    const webhook = await agent.subscribeWebhook({
      event_types: ['otp.extracted'],
      target_url: 'http://127.0.0.1:9/hook',
      mailbox_id,
    });
    expect((await agent.listSubscribedWebhooks()).items).toMatchObject([{ webhook_id: webhook.webhook_id }]);
    expect(await agent.getSubscribedWebhook(webhook.webhook_id)).toMatchObject({ mailbox_id });
    await agent.unsubscribeWebhook(webhook.webhook_id);
    await mailroom.send({ from: 'shop@example.org', to: address, subject: 'Your code', text: 'Your code is 493817.' });
    const { items } = await agent.readMessages({ mailbox_id, wait_seconds: 20 });
    expect(items).toMatchObject([{ otp_code: '493817', sender: 'shop@example.org' }]);
    const { webmail_password: mailbox_password } = await agent.resetCredentials(lease.account_id);
    const mail = { mailbox_id, to: address, subject: 'Thanks', text: 'It worked.', mailbox_password };
    expect(await agent.sendLeasedMessage(mail)).toMatchObject({ accepted: [address], rejected: [] });
    await grant(mailroom, { tenantId: session.tenant_id }, 1);
    const { x_payment_proof: proof } = await agent.issueProof({ method: 'GET', path: '/v2/messages' });
    const paid = { headers: { 'x-payment-proof': proof } };
    expect((await agent.readMessages({ mailbox_id }, paid)).items.length).toBeGreaterThan(0);
    const again = agent.readMessages({ mailbox_id }, paid);
    await expect(again).rejects.toMatchObject({ type: 'payment_required', status: 402 });
    expect(await agent.releaseLease(lease_id)).toMatchObject({ lease_status: 'released' });
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
