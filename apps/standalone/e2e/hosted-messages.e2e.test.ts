import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { arrived, ended, MESSAGES, newcomer } from './hosted-fixture.js';
import { startMailroom, type Answer, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

describe('mail between two newcomers', () => {
  it('is queued, delivered inside without credits, read and answered in its thread', async () => {
    const [ada, bob] = [await newcomer(mailroom), await newcomer(mailroom)];
    const attachments = [
      { filename: 'a.txt', contentType: 'text/plain', content: Buffer.from('hello').toString('base64') },
    ];
    const sent = await ada.client.call('POST', '/v1/messages/send', {
      to: [bob.address],
      subject: 'A question',
      text: 'Your code is 493817: see https://shop.example/verify?token=abc',
      attachments,
    });
    expect(sent.status).toBe(202);
    expect(sent.body).toEqual({
      outboundJobId: expect.stringMatching(/^\d+$/),
      messageId: expect.stringMatching(/^\d+$/),
      finalDeliveryState: expect.stringMatching(/^(pending|sent)$/),
      statusCheck: expect.stringContaining(`/v1/outbound-jobs/${sent.body.outboundJobId}`),
    });
    expect(await ended(ada.client, sent.body.outboundJobId)).toMatchObject({
      messageId: sent.body.messageId,
      status: 'sent',
      finalDeliveryState: 'sent',
      recipients: [{ address: bob.address, status: 'delivered' }],
      finishedAt: expect.any(String),
      nextAttemptAt: null,
    });
    const message = await arrived(bob.client, 'A question');
    expect(message).toMatchObject({
      direction: 'received',
      from: { email: ada.address, name: 'Ada' },
      to: [{ email: bob.address }],
      text: expect.stringContaining('493817'),
      otpCode: '493817',
      links: [expect.objectContaining({ url: 'https://shop.example/verify?token=abc' })],
      attachments: [{ filename: 'a.txt', contentType: 'text/plain', size: 5 }],
      internetMessageId: expect.stringMatching(/^<.*>$/),
      truncated: false,
    });
    const headers = { authorization: `Bearer ${bob.client.token}` };
    const url = new URL(message.attachments[0].url as string);
    expect(await (await fetch(`${mailroom.baseUrl}${url.pathname}`, { headers })).text()).toBe('hello');
    expect(await bob.client.data('GET', `${MESSAGES}/${message.messageId}`)).toEqual(message);

    const reply = await bob.client.call('POST', `/v1/messages/${message.messageId}/reply`, { text: 'The small one.' });
    expect(reply.status).toBe(202);
    const answer = await arrived(ada.client, 'Re: A question');
    const own = await ada.client.data('GET', `${MESSAGES}/${sent.body.messageId}`);
    expect(own).toMatchObject({ direction: 'sent', status: 'delivered', text: expect.any(String) });
    expect(answer).toMatchObject({ threadId: own.threadId, inReplyTo: own.internetMessageId });
  });

  it('is sent once under one key, whether it comes in the header or the body, and on whichever surface', async () => {
    const [ada, bob] = [await newcomer(mailroom), await newcomer(mailroom)];
    const mail = { to: [bob.address], subject: 'Once', text: 'Hi.' };
    const [first, second] = await Promise.all([
      ada.client.data('POST', '/v1/messages/send', { ...mail, idempotencyKey: 'k1' }),
      ada.client.data('POST', '/v1/messages/send', { ...mail, idempotencyKey: 'k1' }),
    ]);
    expect(second.outboundJobId).toBe(first.outboundJobId);
    const header = await ada.client.call('POST', '/v1/messages/send', mail, { 'idempotency-key': 'k1' });
    expect(header.body.messageId).toBe(first.messageId);
    const agent = await ada.api.data('POST', '/send', { ...mail, idempotencyKey: 'k1' });
    expect(String(agent.id)).toBe(first.messageId);
    const other = await ada.client.call('POST', '/v1/messages/send', { ...mail, text: 'Ho.', idempotencyKey: 'k1' });
    expect(other).toMatchObject({ status: 409, body: { error: 'idempotency_conflict' } });
  });

  it('to the outside is refused, with what to do about it, and leaves nothing behind', async () => {
    const ada = await newcomer(mailroom);
    const mail = { to: ['someone@example.org'], subject: 'Hello', text: 'Hi.' };
    const { status, body } = await ada.client.call('POST', '/v1/messages/send', mail);
    expect({ status, body }).toMatchObject({
      status: 403,
      body: {
        error: 'external_send_not_enabled',
        fix: expect.stringContaining('/v1/billing/'),
        requestId: expect.any(String),
      },
    });
    expect((await ada.client.data('GET', MESSAGES)).items).toEqual([]);
  });
});

describe('GET /v1/mailboxes/self/messages', () => {
  it('lists both directions newest first, page by page, and either of them', async () => {
    const [ada, bob] = [await newcomer(mailroom), await newcomer(mailroom)];
    for (const subject of ['One', 'Two', 'Three']) {
      await ada.client.data('POST', '/v1/messages/send', { to: [bob.address], subject, text: 'Hi.' });
      await arrived(bob.client, subject);
      await bob.client.data('POST', '/v1/messages/send', { to: [ada.address], subject: `${subject} too`, text: 'Ho.' });
      await arrived(ada.client, `${subject} too`);
    }
    const subjects: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Answer['body'] = await ada.client.data('GET', `${MESSAGES}?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(page.items.length).toBeLessThanOrEqual(2);
      subjects.push(...page.items.map((item: { subject: string }) => item.subject));
      cursor = page.nextCursor;
    }
    expect(subjects).toEqual(['Three too', 'Three', 'Two too', 'Two', 'One too', 'One']);
    const only = await ada.client.data('GET', `${MESSAGES}?direction=sent`);
    expect(only.items.map((item: { subject: string }) => item.subject)).toEqual(['Three', 'Two', 'One']);
    const [newest, second] = (await ada.client.data('GET', MESSAGES)).items;
    const since = await ada.client.data('GET', `${MESSAGES}?limit=1&since=${second.receivedAt}`);
    expect(since.items).toEqual([newest]);
    const rest = await ada.client.data('GET', `${MESSAGES}?since=${second.receivedAt}&cursor=${since.nextCursor}`);
    expect(rest.items[0]).toEqual(second);
    expect(rest.nextCursor).toBeNull();
    const later = new Date(Date.now() + 60_000).toISOString();
    expect(await ada.client.data('GET', `${MESSAGES}?since=${later}`)).toEqual({ items: [], nextCursor: null });
  });

  it('waits for mail where there is none, and answers as soon as it is there', async () => {
    const ada = await newcomer(mailroom);
    expect(await ada.client.data('GET', `${MESSAGES}?waitSeconds=1`)).toEqual({ items: [], nextCursor: null });
    const waiting = ada.client.data('GET', `${MESSAGES}?waitSeconds=60`);
    await mailroom.send({ from: 'a@example.org', to: ada.address, subject: 'At last', text: 'Hi.' });
    expect((await waiting).items).toMatchObject([{ subject: 'At last', from: { email: 'a@example.org' } }]);
    const since = new Date().toISOString();
    const again = ada.client.data('GET', `${MESSAGES}?waitSeconds=60&since=${since}`);
    await mailroom.send({ from: 'a@example.org', to: ada.address, subject: 'And again', text: 'Hi.' });
    expect((await again).items).toMatchObject([{ subject: 'And again' }]);
  });

  const wrong = ['limit=0', 'limit=101', 'limit=x', 'limit=1&limit=2', 'since=yesterday', 'since=2026-02-30'];
  const more = [
    'direction=both',
    'waitSeconds=61',
    'waitSeconds=-1',
    'waitSeconds=1.5',
    'waitSeconds=1&direction=sent',
  ];
  it.each([...wrong, ...more, 'waitSeconds=1&cursor=5'])('names the parameter that is wrong in %s', async (query) => {
    const { client } = await newcomer(mailroom);
    const { status, body } = await client.call('GET', `${MESSAGES}?${query}`);
    expect({ status, body }).toMatchObject({ status: 400, body: { error: 'invalid_request', errors: [{}] } });
  });

  it.each(['x', '-1', '1e3', '99999999999999999999'])('takes no cursor %s', async (cursor) => {
    const { client } = await newcomer(mailroom);
    const answer = await client.call('GET', `${MESSAGES}?cursor=${cursor}`);
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_cursor' } });
  });
});
