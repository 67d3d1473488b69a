import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { Webhook } from 'standardwebhooks';
import { newcomer } from './hosted-fixture.js';
import { startHookReceiver, type HookReceiver } from './hook-receiver.js';
import { behind, lease, LEASES, newAgent, pass, type Agent, type Leased } from './lease-fixture.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

const WEBHOOKS = '/v2/webhooks';

let mailroom: Mailroom;
let hook: HookReceiver;
beforeAll(async () => {
  mailroom = await startMailroom();
  hook = await startHookReceiver();
});
afterAll(async () => {
  await mailroom.close();
  hook.close();
});

let paths = 0;

/** A webhook, and what its endpoint was told. */
async function subscribed({ client }: Pick<Agent, 'client'>, event_types: string[], more: object = {}) {
  const path = `/hook${(paths += 1)}`;
  const webhook = await client.data('POST', WEBHOOKS, { event_types, target_url: hook.origin + path, ...more });
  const hits = () => hook.hits.filter((hit) => hit.path === path);
  const told = (type: string) =>
    hits()
      .map(({ body }) => JSON.parse(body))
      .filter((event) => event.type === type);
  return { webhook, hits, told };
}
const receive = (mailbox: Leased, subject: string, text: string) =>
  mailroom.send({ from: 'no-reply@shop.example', to: mailbox.address, subject, text });

describe('a webhook of /v2', () => {
  it('is told of mail and of codes, each once, signed with the secret that was given', async () => {
    const agent = await newAgent(mailroom);
    const own = await lease(agent);
    const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    const { webhook, hits, told } = await subscribed(agent, ['message.received', 'otp.extracted'], {
      secret,
      mailbox_id: own.mailbox_id,
    });
    expect(webhook).toMatchObject({
      secret,
      mailbox_id: own.mailbox_id,
      status: 'active',
      event_types: ['message.received', 'otp.extracted'],
    });
    await receive(own, 'Plain', 'Nothing to see.');
    await receive(own, 'Code', 'Your verification code is 493817.');
    await until(async () => hits().length === 3);
    expect(
      told('message.received')
        .map(({ data }) => data.message.subject)
        .sort(),
    ).toEqual(['Code', 'Plain']);
    expect(told('otp.extracted')).toEqual([
      {
        type: 'otp.extracted',
        timestamp: expect.stringMatching(/Z$/),
        data: {
          mailbox_id: own.mailbox_id,
          message_id: expect.any(String),
          otp_code: '493817',
          verification_link: null,
          message: expect.objectContaining({ sender: 'no-reply@shop.example', otp_code: '493817' }),
        },
      },
    ]);
    expect(new Set(hits().map(({ headers }) => headers['webhook-id'])).size).toBe(3);
    for (const { body, headers } of hits()) {
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
    }
  });

  it('is told of mail that was sent, and of mail that came back, once each', async () => {
    const agent = await newAgent(mailroom);
    const own = await lease(agent);
    const { hits, told } = await subscribed(agent, ['message.sent', 'message.bounced']);
    const send = (to: string) =>
      agent.client.data('POST', '/v2/messages/send', {
        mailbox_id: own.mailbox_id,
        to,
        subject: `To ${to}`,
        text: 'Hi.',
        mailbox_password: own.webmail_password,
      });
    const sent = await send(own.address);
    const lost = await send('nobody-has-this@mailroom.test');
    await until(async () => hits().length === 2);
    expect(told('message.sent')).toMatchObject([
      {
        data: {
          mailbox_id: own.mailbox_id,
          message_id: sent.message_id,
          status: 'delivered',
          recipients: [own.address],
        },
      },
    ]);
    expect(told('message.bounced')).toMatchObject([
      { data: { message_id: lost.message_id, status: 'failed', error: expect.stringContaining('550') } },
    ]);
  });

  it('is told of the end of leases, each event once for a lease', async () => {
    const agent = await newAgent(mailroom);
    const [first, second] = [await lease(agent, { ttl_hours: 5 }), await lease(agent, { ttl_hours: 5 })];
    const all = ['lease.expiring', 'lease.released', 'lease.expired'];
    const { hits, told } = await subscribed(agent, all);
    await agent.client.data('POST', `${LEASES}/${first.lease_id}/release`);
    await agent.client.data('POST', `${LEASES}/${first.lease_id}/release`);
    await behind(mailroom, 'lease-warn', 'update mailbox_lease set warn_at = now() where id = $1', [second.lease_id]);
    await until(async () => told('lease.expiring').length === 1);
    await pass(mailroom, second, 6);
    await until(async () => told('lease.expired').length === 1);
    expect(told('lease.released')).toEqual([
      {
        type: 'lease.released',
        timestamp: expect.any(String),
        data: {
          lease_id: first.lease_id,
          mailbox_id: first.mailbox_id,
          agent_id: agent.agentId,
          address: first.address,
          lease_status: 'released',
          expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        },
      },
    ]);
    expect(told('lease.expiring')).toMatchObject([{ data: { lease_id: second.lease_id, lease_status: 'active' } }]);
    expect(told('lease.expired')).toMatchObject([{ data: { lease_id: second.lease_id, lease_status: 'expired' } }]);
    expect(hits()).toHaveLength(3);
    const log = await agent.client.data('GET', `/api/agent/v1/webhooks`);
    expect(log.data.items).toHaveLength(1);
    const deliveries = await agent.client.data(
      'GET',
      `/api/agent/v1/webhooks/${log.data.items[0].webhookId}/deliveries`,
    );
    expect(deliveries.data.items[0]).toMatchObject({ type: 'lease.expired', emailId: null, status: 'succeeded' });
  });

  it('is listed, shown and deleted by its tenant, and is nobody else’s', async () => {
    const [ada, eve] = [await newAgent(mailroom), await newAgent(mailroom)];
    const { webhook } = await subscribed(ada, ['message.received']);
    const path = `${WEBHOOKS}/${webhook.webhook_id}`;
    const { secret: _secret, ...shown } = webhook;
    expect((await ada.client.data('GET', WEBHOOKS)).items).toEqual([shown]);
    expect(await ada.client.data('GET', path)).toEqual(shown);
    expect((await eve.client.data('GET', WEBHOOKS)).items).toEqual([]);
    for (const method of ['GET', 'DELETE']) expect((await eve.client.call(method, path)).status).toBe(404);
    expect(await ada.client.data('DELETE', path)).toEqual({ webhook_id: webhook.webhook_id });
    expect((await ada.client.call('GET', path)).status).toBe(404);
  });

  it('is free twice at a time, however many are asked for at once, and again after a deletion', async () => {
    const agent = await newAgent(mailroom);
    const body = { event_types: ['lease.expired'], target_url: `${hook.origin}/limit` };
    const asked = await Promise.all(Array.from({ length: 8 }, () => agent.client.call('POST', WEBHOOKS, body)));
    const created = asked.filter(({ status }) => status === 201);
    expect([created.length, asked.filter(({ status }) => status === 402).length]).toEqual([2, 6]);
    expect(asked.find(({ status }) => status === 402)?.body.reasons).toEqual([
      { code: 'webhooks', limit: 2, window: null, used: 2 },
    ]);
    await agent.client.data('DELETE', `${WEBHOOKS}/${created[0]?.body.webhook_id}`);
    expect((await agent.client.call('POST', WEBHOOKS, body)).status).toBe(201);
  });

  it('of a hosted mailbox is for that mailbox alone', async () => {
    const [ada, eve] = [await newcomer(mailroom), await newcomer(mailroom)];
    const me = await ada.client.data('GET', '/v1/mailboxes/self');
    const { webhook } = await subscribed(ada, ['message.received']);
    expect(webhook.mailbox_id).toBe(me.mailboxId);
    const body = { event_types: ['message.received'], target_url: hook.origin, mailbox_id: me.mailboxId };
    expect((await eve.client.call('POST', WEBHOOKS, body)).status).toBe(404);
  });

  it.each([
    [{ event_types: [] }, 'event_types'],
    [{ event_types: ['email.received'] }, 'event_types'],
    [{ event_types: ['message.sent', 'message.sent'] }, 'event_types'],
    [{ event_types: undefined }, 'event_types'],
    [{ target_url: 'ftp://example.org' }, 'target_url'],
    [{ target_url: 'http://10.0.0.1/' }, 'target_url'],
    [{ target_url: 'https://u:p@example.org/' }, 'target_url'],
    [{ secret: 'whsec_short' }, 'secret'],
    [{ secret: Buffer.alloc(32, 9).toString('base64') }, 'secret'],
    [{ mailbox_id: 'x' }, 'mailbox_id'],
  ])('names what is wrong with %j', async (fields, field) => {
    const agent = await newAgent(mailroom);
    const body = { event_types: ['message.received'], target_url: `${hook.origin}/x`, ...fields };
    const { status, body: answer } = await agent.client.call('POST', WEBHOOKS, body);
    expect({ status, answer }).toMatchObject({ status: 400, answer: { errors: [{ field }] } });
    expect((await agent.client.data('GET', WEBHOOKS)).items).toEqual([]);
  });
});
