import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HostedClient, MailroomError } from '@mailroom/client';
import { until } from '@mailroom/testing';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

const client = (token: string) => new HostedClient({ baseUrl: mailroom.baseUrl, token, retries: 0 });

describe('the client that is generated from the description of hosted mailboxes', () => {
  it('signs up, sends, follows the job, reads, answers, and rotates its token', async () => {
    const signup = await client('').signUp(
      { agentName: 'Ada' },
      { idempotencyKey: `client-${Date.now()}-${process.pid}` },
    );
    const ada = client(signup.accessToken);
    const { address, tenantId } = await ada.getOwnMailbox();
    expect(address).toBe(signup.address);
    const sent = await ada.sendMessage({ to: [address], subject: 'To myself', text: 'Hi.' });
    await until(async () => (await ada.getOutboundJob(sent.outboundJobId)).finalDeliveryState === 'sent', {
      what: 'the message to be delivered',
    });
    const found = await ada.listMessages({ direction: 'received', waitSeconds: 30 });
    const [message] = found.items;
    expect(message).toMatchObject({ subject: 'To myself', text: 'Hi.\n' });
    expect(await ada.getMessage(message?.messageId ?? '')).toEqual(message);
    const reply = await ada.replyToMessage(message?.messageId ?? '', { text: 'Ho.' });
    expect(reply.outboundJobId).not.toBe(sent.outboundJobId);
    expect(await ada.getSendPolicy(tenantId)).toMatchObject({ policy: 'internal_only', externalSendAllowed: false });
    const rotated = await ada.rotateToken({ delivery: 'both' });
    expect((await client(rotated.token ?? '').getOwnMailbox()).address).toBe(address);
  });

  it('asks what credits cost, and sees what was paid and moved', async () => {
    const { accessToken, tenantId } = await client('').signUp();
    const ada = client(accessToken);
    expect(await ada.getBillingAccount()).toMatchObject({ tenantId, billingState: 'free', availableCredits: 0 });
    expect(await ada.listReceipts()).toEqual({ items: [], nextCursor: null });
    expect(await ada.listLedger()).toEqual({ items: [], nextCursor: null });
    const unknown = ada.confirmPayment({ receiptId: `rcp_${'0'.repeat(32)}` });
    await expect(unknown).rejects.toMatchObject({
      status: expect.any(Number),
      type: expect.stringMatching(/^(not_found|unavailable)$/),
    });
  });

  it('rejects with what the surface says is wrong, and with what a program needs to get on', async () => {
    const { accessToken, address } = await client('').signUp();
    const mail = { to: ['someone@example.org'], subject: 'Hello', text: 'Hi.' };
    const refusal = await client(accessToken)
      .sendMessage(mail)
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(MailroomError);
    expect(refusal).toMatchObject({
      type: 'external_send_not_enabled',
      status: 403,
      details: { fix: expect.stringContaining('/v1/billing/'), requestId: expect.stringMatching(/^req_/) },
    });
    const taken = client('').signUp({ mailboxAlias: address.split('@')[0] ?? '' });
    await expect(taken).rejects.toMatchObject({
      type: 'address_taken',
      details: { body: { suggestions: [expect.any(String), expect.any(String), expect.any(String)] } },
    });
    await expect(client('').getOwnMailbox()).rejects.toMatchObject({ type: 'missing_token', status: 401 });
  });
});
