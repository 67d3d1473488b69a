import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { HostedClient } from './hosted-client.js';
import { newcomer } from './hosted-fixture.js';
import { arrivedIn, behind, lease, LEASES, messagesOf, newAgent, pass, type Leased } from './lease-fixture.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';
import { dial } from './smtp-caller.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

describe('POST /v2/mailboxes/leases', () => {
  it('gives a mailbox with its login, once, to an agent with nothing but a key', async () => {
    const agent = await newAgent(mailroom);
    const { status, body } = await agent.client.call('POST', LEASES, {
      agent_id: agent.agentId,
      purpose: 'sign up at shop.example',
      ttl_hours: 3,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      lease_id: expect.stringMatching(/^lse_[0-9a-f]{32}$/),
      mailbox_id: expect.any(Number),
      account_id: body.mailbox_id,
      agent_id: agent.agentId,
      address: expect.stringMatching(/^[a-z]+-[a-z]+-\d+@mailroom\.test$/),
      purpose: 'sign up at shop.example',
      lease_status: 'active',
      created_at: expect.any(String),
      expires_at: expect.any(String),
      released_at: null,
      webmail_login: body.address,
      webmail_password: expect.stringMatching(/^\w{24}$/),
      webmail_url: expect.stringMatching(/\/webmail\/$/),
    });
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(3 * 3_600_000);
    const shown = await agent.client.data('GET', `${LEASES}/${body.lease_id}`);
    expect(shown).not.toHaveProperty('webmail_password');
    expect(JSON.stringify(await agent.client.data('GET', LEASES))).not.toContain(body.webmail_password);
  });

  it.each([
    [{ ttl_hours: 0 }, 'ttl_hours'],
    [{ ttl_hours: 721 }, 'ttl_hours'],
    [{ ttl_hours: 1.5 }, 'ttl_hours'],
    [{ ttl_hours: '5' }, 'ttl_hours'],
    [{ purpose: 'x'.repeat(201) }, 'purpose'],
    [{ purpose: 'two\nlines' }, 'purpose'],
    [{ agent_id: 7 }, 'agent_id'],
    [{ address: 'root@mailroom.test' }, 'address'],
  ])('names what is wrong with %j, and leases nothing', async (body, field) => {
    const agent = await newAgent(mailroom);
    const { status, body: answer } = await agent.client.call('POST', LEASES, body);
    expect(status).toBe(400);
    expect(answer).toMatchObject({ error: 'invalid_request', request_id: expect.any(String), errors: [{ field }] });
    expect((await agent.client.data('GET', LEASES)).items).toEqual([]);
  });

  it('tells who has no wallet how to get one', async () => {
    const { client } = await newcomer(mailroom);
    for (const caller of [client, new HostedClient(mailroom.baseUrl, mailroom.manager.token)]) {
      const { status, body } = await caller.call('POST', LEASES, {});
      expect({ status, body }).toMatchObject({
        status: 403,
        body: { error: 'insufficient_scope', fix: expect.stringContaining('/v2/auth/siwe/challenge') },
      });
    }
    expect((await new HostedClient(mailroom.baseUrl).call('POST', LEASES, {})).status).toBe(401);
  });

  it('is free five times in an hour, and refuses the sixth with 402, whichever replica is asked', async () => {
    const agent = await newAgent(mailroom);
    const clients = mailroom.walletUrls.map((url) => new HostedClient(url, agent.client.token));
    const asked = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (clients[n % clients.length] ?? agent.client).call('POST', LEASES, {})),
    );
    expect(asked.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = asked.filter(({ status }) => status === 402);
    expect(refused).toHaveLength(7);
    expect(refused[0]?.body).toMatchObject({
      error: 'payment_required',
      amount_usdc: '0.001',
      reasons: [{ code: 'lease_allocations', limit: 5, window: 'PT1H', used: 5 }],
      proof_url: expect.stringMatching(/\/v2\/payments\/proof$/),
    });
    expect(refused[0]?.headers.get('cache-control')).toBe('no-store');
  });
});

describe('the leases of a tenant', () => {
  it('are listed newest first, page by page, and are its own', async () => {
    const [ada, eve] = [await newAgent(mailroom), await newAgent(mailroom)];
    const own = [await lease(ada), await lease(ada), await lease(ada)].map(({ lease_id: id }) => id);
    const first = await ada.client.data('GET', `${LEASES}?limit=2`);
    expect(first.items.map((item: Leased) => item.lease_id)).toEqual([own[2], own[1]]);
    const rest = await ada.client.data('GET', `${LEASES}?limit=2&cursor=${first.next_cursor}`);
    expect(rest).toMatchObject({ items: [{ lease_id: own[0] }], next_cursor: null });
    await ada.client.data('POST', `${LEASES}/${own[0]}/release`);
    expect((await ada.client.data('GET', `${LEASES}?status=released`)).items).toHaveLength(1);
    expect((await ada.client.data('GET', `${LEASES}?status=active`)).items).toHaveLength(2);
    expect((await eve.client.data('GET', LEASES)).items).toEqual([]);
    for (const query of ['cursor=x', 'limit=0', 'status=gone']) {
      expect((await ada.client.call('GET', `${LEASES}?${query}`)).status).toBe(400);
    }
  });

  it('of someone else are as if they were not there', async () => {
    const [ada, eve] = [await newAgent(mailroom), await newAgent(mailroom)];
    const own = await lease(ada);
    const paths: [string, string, object?][] = [
      ['GET', `${LEASES}/${own.lease_id}`],
      ['POST', `${LEASES}/${own.lease_id}/release`],
      ['POST', `${LEASES}/${own.lease_id}/extend`, { ttl_hours: 5 }],
      ['GET', messagesOf(own)],
      ['POST', `/v2/mailboxes/accounts/${own.account_id}/credentials/reset`],
    ];
    for (const [method, path, body] of paths) {
      const answer = await eve.client.call(method, path, body);
      expect([path, answer.status, answer.body.error]).toEqual([path, 404, 'not_found']);
    }
    expect((await ada.client.data('GET', `${LEASES}/${own.lease_id}`)).lease_status).toBe('active');
  });
});

describe('the end of a lease', () => {
  it('closes the address by SMTP, stops sends, ends waits and leaves the mail readable', async () => {
    const agent = await newAgent(mailroom);
    const own = await lease(agent);
    await mailroom.send({ from: 'a@example.org', to: own.address, subject: 'Before', text: 'Your code is 493817.' });
    await arrivedIn(agent, own, 'Before');
    const { newer_cursor: newer } = await agent.client.data('GET', messagesOf(own));
    const waiting = agent.client.call('GET', messagesOf(own, `&wait_seconds=30&cursor=${newer}`));
    const claiming = agent.client.call('POST', '/api/agent/v1/tasks/claim-next', {
      accountId: own.account_id,
      owner: 'ada',
      waitSeconds: 20,
      ttlSeconds: 60,
      status: 'handled',
    });
    const begun = Date.now();
    const released = await agent.client.data('POST', `${LEASES}/${own.lease_id}/release`);
    expect(released).toEqual({ lease_id: own.lease_id, lease_status: 'released', released_at: expect.any(String) });
    expect(await agent.client.data('POST', `${LEASES}/${own.lease_id}/release`)).toEqual(released);
    expect((await waiting).body.items).toEqual([]);
    await claiming;
    expect(Date.now() - begun).toBeLessThan(10_000);
    for (const port of mailroom.smtpPorts) {
      const smtp = await dial(port);
      await until(async () => {
        await smtp.say('RSET');
        await smtp.say('MAIL FROM:<a@example.org>');
        return (await smtp.say(`RCPT TO:<${own.address}>`)).startsWith('550 5.2.1');
      });
      smtp.close();
    }
    const mail = { mailbox_id: own.mailbox_id, to: 'a@example.org', subject: 'Late', text: 'Late.' };
    const late = await agent.client.call('POST', '/v2/messages/send', {
      ...mail,
      mailbox_password: own.webmail_password,
    });
    expect([late.status, late.body]).toMatchObject([
      403,
      {
        error: 'policy_suspended',
        message: 'The lease of this mailbox has ended.',
        fix: expect.stringMatching(/^Lease another mailbox: POST \/v2\/mailboxes\/leases/),
      },
    ]);
    expect((await agent.client.data('GET', messagesOf(own))).items).toMatchObject([{ subject: 'Before' }]);
  });

  it('while mail is on its way in, answers 250 and keeps the mail, or 550', async () => {
    const agent = await newAgent(mailroom);
    const own = await lease(agent);
    const smtp = await dial(mailroom.smtpPort);
    await smtp.say('MAIL FROM:<a@example.org>');
    expect(await smtp.say(`RCPT TO:<${own.address}>`)).toMatch(/^250/);
    expect(await smtp.say('DATA')).toMatch(/^354/);
    await agent.client.data('POST', `${LEASES}/${own.lease_id}/release`);
    const answer = await smtp.say('Subject: On its way\r\n\r\nHello.\r\n.');
    smtp.close();
    expect(answer).toMatch(/^(250|550) /);
    if (answer.startsWith('250')) await arrivedIn(agent, own, 'On its way');
    else expect((await agent.client.data('GET', messagesOf(own))).items).toEqual([]);
  });

  it('comes by the clock of the database, and can be put off before', async () => {
    const agent = await newAgent(mailroom);
    const own = await lease(agent, { ttl_hours: 1 });
    const longer = await agent.client.data('POST', `${LEASES}/${own.lease_id}/extend`, { ttl_hours: 10 });
    expect(Math.round((Date.parse(longer.expires_at) - Date.now()) / 3_600_000)).toBe(10);
    await pass(mailroom, own, 11);
    expect(await agent.client.data('GET', `${LEASES}/${own.lease_id}`)).toMatchObject({ lease_status: 'expired' });
    const late = await agent.client.call('POST', `${LEASES}/${own.lease_id}/extend`, { ttl_hours: 10 });
    expect([late.status, late.body.error]).toEqual([409, 'lease_expired']);
    expect((await agent.client.call('POST', `${LEASES}/${own.lease_id}/extend`, { ttl_hours: 721 })).status).toBe(400);
  });

  it('is followed a day later by the deletion of the mail, and the address is never given again', async () => {
    const agent = await newAgent(mailroom);
    const own = await lease(agent, { ttl_hours: 1 });
    await mailroom.send({ from: 'a@example.org', to: own.address, subject: 'Old', text: `${'x'.repeat(20_000)}` });
    await arrivedIn(agent, own, 'Old');
    await pass(mailroom, own, 26);
    const left = 'select from email where mailbox_id = $1';
    const isGone = async () => (await behind(mailroom, 'lease-left', left, [own.mailbox_id])).length === 0;
    await until(isGone, { timeoutMs: 60_000 });
    expect((await agent.client.data('GET', messagesOf(own))).items).toEqual([]);
    const kept = await behind(mailroom, 'lease-kept', 'select from mailbox where address = $1', [own.address]);
    expect(kept).toHaveLength(1);
    const taken = await mailroom.manager.call('POST', '/mailboxes', { email: own.address });
    expect([400, 409]).toContain(taken.status);
  }, 120_000);
});

describe('POST /v2/mailboxes/accounts/{account_id}/credentials/reset', () => {
  it('gives a new password, after which the old one is wrong', async () => {
    const agent = await newAgent(mailroom);
    const own = await lease(agent);
    const fresh = await agent.client.data('POST', `/v2/mailboxes/accounts/${own.account_id}/credentials/reset`);
    expect(fresh).toEqual({
      account_id: own.account_id,
      webmail_login: own.address,
      webmail_password: expect.stringMatching(/^\w{24}$/),
      webmail_url: expect.any(String),
    });
    const mail = { mailbox_id: own.mailbox_id, to: own.address, subject: 'Hi', text: 'Hi.' };
    const send = (password: string) =>
      agent.client.call('POST', '/v2/messages/send', { ...mail, mailbox_password: password });
    expect((await send(own.webmail_password)).status).toBe(403);
    expect((await send(fresh.webmail_password)).status).toBe(202);
  });

  it('gives none for a lease that has ended, since none would open its mailbox again', async () => {
    const agent = await newAgent(mailroom);
    const own = await lease(agent);
    await agent.client.data('POST', `${LEASES}/${own.lease_id}/release`);
    const path = `/v2/mailboxes/accounts/${own.account_id}/credentials/reset`;
    const { status, body } = await agent.client.call('POST', path);
    expect([status, body.error]).toEqual([403, 'policy_suspended']);
    expect(body.fix).toContain('Lease another mailbox');
  });
});
