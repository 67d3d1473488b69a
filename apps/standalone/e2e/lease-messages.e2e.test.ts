import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { HostedClient } from './hosted-client.js';
import { newcomer } from './hosted-fixture.js';
import { arrivedIn, lease, messagesOf, newAgent, type Agent, type Leased } from './lease-fixture.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

const SEND = '/v2/messages/send';

let mailroom: Mailroom;
let agent: Agent;
let own: Leased;
beforeAll(async () => {
  mailroom = await startMailroom();
  agent = await newAgent(mailroom);
  own = await lease(agent);
});
afterAll(() => mailroom.close());

const receive = async (mail: object, into = own) => {
  await mailroom.send({ from: 'Shop <no-reply@shop.example>', to: into.address, ...mail });
};
const mailOf = (mailbox: Leased, fields: object = {}) => {
  const { mailbox_id, address: to, webmail_password: mailbox_password } = mailbox;
  return { mailbox_id, to, subject: 'Hi', text: 'Hi.', mailbox_password, ...fields };
};

/** What a message that nobody encrypted says of that. */
const notEncrypted = {
  encrypted: false,
  body_available: false,
  decrypt_required: false,
  decrypt_status: 'not_encrypted',
  decrypt_hint: '',
  decrypt_action: '',
  required_headers: [],
  docs_url: '',
  can_decrypt_locally: false,
  old_message_recoverable: false,
  local_bridge_runtime_required: false,
  plaintext_available_only_in_plugin_bridge: false,
  local_bridge_decryption_attempted: false,
  encryption_key_id: '',
  agent_envelope_available: false,
};

describe('GET /v2/messages', () => {
  it('shows the code and the link that an agent came for', async () => {
    await receive({
      subject: 'Welcome',
      html: '<p>Your verification code is <b>493817</b>.</p><p><a href="https://shop.example/verify?token=5f2c">Verify your email</a></p>',
    });
    expect(await arrivedIn(agent, own, 'Welcome')).toEqual({
      message_id: expect.stringMatching(/^\d+$/),
      mailbox_id: own.mailbox_id,
      otp_code: '493817',
      verification_link: 'https://shop.example/verify?token=5f2c',
      sender: 'no-reply@shop.example',
      sender_domain: 'shop.example',
      subject: 'Welcome',
      snippet: expect.stringContaining('493817'),
      received_at: expect.stringMatching(/Z$/),
      codes: [expect.objectContaining({ value: '493817' })],
      links: [expect.objectContaining({ url: 'https://shop.example/verify?token=5f2c', host_matches_sender: true })],
      parsed_status: 'parsed',
      ...notEncrypted,
    });
  });

  it('goes back in time page by page, and on with what has come since', async () => {
    const mailbox = await lease(agent);
    for (const subject of ['one', 'two', 'three']) {
      await receive({ subject, text: 'x' }, mailbox);
      await arrivedIn(agent, mailbox, subject);
    }
    const subjects = ({ items }: { items: { subject: string }[] }) => items.map(({ subject }) => subject);
    const first = await agent.client.data('GET', messagesOf(mailbox, '&limit=2'));
    expect(subjects(first)).toEqual(['three', 'two']);
    const older = await agent.client.data('GET', messagesOf(mailbox, `&limit=2&cursor=${first.next_cursor}`));
    expect([subjects(older), older.next_cursor]).toEqual([['one'], null]);
    const none = await agent.client.data('GET', messagesOf(mailbox, `&cursor=${first.newer_cursor}`));
    expect(none).toEqual({ items: [], next_cursor: null, newer_cursor: first.newer_cursor });
    const newer = await agent.client.data('GET', messagesOf(mailbox, `&cursor=${older.newer_cursor}&limit=1`));
    expect(subjects(newer)).toEqual(['two']);
    expect(subjects(await agent.client.data('GET', messagesOf(mailbox, `&cursor=${newer.next_cursor}`)))).toEqual([
      'three',
    ]);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect(subjects(await agent.client.data('GET', messagesOf(mailbox, `&since=${later}`)))).toEqual([]);
  });

  it('waits for mail, and answers when it comes', async () => {
    const mailbox = await lease(agent);
    const { newer_cursor: newer } = await agent.client.data('GET', messagesOf(mailbox));
    const waiting = agent.client.data('GET', messagesOf(mailbox, `&wait_seconds=30&cursor=${newer}`));
    await receive({ subject: 'Awaited', text: 'Your code is 271828.' }, mailbox);
    expect((await waiting).items).toMatchObject([{ subject: 'Awaited', otp_code: '271828' }]);
  });

  it('waits for what comes after its cursor, whatever came since the time that it names', async () => {
    const mailbox = await lease(agent);
    const since = new Date(Date.now() - 60_000).toISOString();
    await receive({ subject: 'Before', text: 'x' }, mailbox);
    await arrivedIn(agent, mailbox, 'Before');
    const { newer_cursor: newer } = await agent.client.data('GET', messagesOf(mailbox));
    const wait = `&wait_seconds=30&since=${since}&cursor=${newer}`;
    const waiting = agent.client.data('GET', messagesOf(mailbox, wait));
    // A later call of the same agent is answered, so the first one waits.
    await agent.client.data('GET', messagesOf(mailbox));
    await receive({ subject: 'After', text: 'x' }, mailbox);
    expect((await waiting).items).toMatchObject([{ subject: 'After' }]);
  });

  it.each([
    'limit=0',
    'limit=101',
    'cursor=7',
    'cursor=before.x',
    'since=yesterday',
    'wait_seconds=61',
    'mailbox_id=x',
  ])('refuses %s', async (parameter) => {
    const path = parameter.startsWith('mailbox_id') ? `/v2/messages?${parameter}` : messagesOf(own, `&${parameter}`);
    const { status, body } = await agent.client.call('GET', path);
    expect([status, body.request_id]).toEqual([400, expect.any(String)]);
  });

  it('must be told the mailbox by a session, and knows that of a token', async () => {
    const { status, body } = await agent.client.call('GET', '/v2/messages');
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: 'account_required', errors: [{ field: 'mailbox_id' }] },
    });
    const hosted = await newcomer(mailroom);
    expect((await hosted.client.call('GET', '/v2/messages')).body).toMatchObject({ items: [] });
    for (const id of [own.mailbox_id, 2_147_483_648, 99_999_999_999]) {
      expect((await hosted.client.call('GET', `/v2/messages?mailbox_id=${id}`)).status).toBe(404);
    }
    const manager = new HostedClient(mailroom.baseUrl, mailroom.manager.token);
    expect((await manager.call('GET', messagesOf(own))).body).toMatchObject({
      error: 'insufficient_scope',
      fix: expect.any(String),
    });
  });
});

describe('POST /v2/messages/send', () => {
  it('queues a message of whoever knows the password of the mailbox', async () => {
    const { status, body } = await agent.client.call('POST', SEND, mailOf(own, { subject: 'To myself' }));
    expect(status).toBe(202);
    expect(body).toEqual({
      send_attempt_id: expect.stringMatching(/^snd_\d+$/),
      outbound_job_id: expect.stringMatching(/^\d+$/),
      submission_status: expect.any(String),
      accepted: [own.address],
      rejected: [],
      message_id: expect.stringMatching(/^\d+$/),
    });
    await arrivedIn(agent, own, 'To myself');
    await until(
      async () => (await agent.client.data('GET', `/v1/outbound-jobs/${body.outbound_job_id}`)).status === 'sent',
    );
  });

  it('refuses the wrong password and none with 403, and after ten wrong ones everything with 429', async () => {
    const mailbox = await lease(agent);
    const send = (password?: string) =>
      agent.client.call('POST', SEND, mailOf(mailbox, { mailbox_password: password }));
    const missing = await send();
    expect([missing.status, missing.body.error]).toEqual([403, 'invalid_mailbox_password']);
    for (let n = 0; n < 10; n += 1) {
      const { status, body } = await send(own.webmail_password);
      expect([status, body.error]).toEqual([403, 'invalid_mailbox_password']);
    }
    const locked = await send(mailbox.webmail_password);
    expect([locked.status, locked.body.error]).toEqual([429, 'rate_limited']);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(3_000);
  });

  it('sends once what comes twice under an idempotency key, and counts it once', async () => {
    const mail = mailOf(own, { subject: 'Once' });
    const headers = { 'idempotency-key': 'lease-once' };
    const answers = await Promise.all([1, 2, 3].map(() => agent.client.call('POST', SEND, mail, headers)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.message_id}`)).size).toBe(1);
    const other = await agent.client.call('POST', SEND, { ...mail, text: 'Other.' }, headers);
    expect([other.status, other.body.error]).toEqual([409, 'idempotency_conflict']);
  });

  it.each<[object, string, Record<string, string>?]>([
    [{ to: 'nobody' }, 'to'],
    [{ to: ['nobody'] }, 'to.0'],
    [{ to: [] }, 'to'],
    [{ to: { email: 'a@b.example' } }, 'to'],
    [{ subject: undefined }, 'subject'],
    [{ text: undefined }, 'text'],
    [{ mailbox_id: '7' }, 'mailbox_id'],
    [{ from: 'ceo@example.org' }, 'from'],
    [{ subject: 'a\r\nBcc: b@example.org' }, 'subject'],
    [{ idempotency_key: '' }, 'idempotency_key'],
    [{ idempotency_key: 'one' }, 'idempotency_key', { 'idempotency-key': 'another' }],
    [{}, 'Idempotency-Key', { 'idempotency-key': ' ' }],
  ])('names what is wrong with %j: %s', async (fields, field, headers = {}) => {
    const { status, body } = await agent.client.call('POST', SEND, mailOf(own, fields), headers);
    expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });

  it('obeys the policy that every other send obeys', async () => {
    const { status, body } = await agent.client.call('POST', SEND, mailOf(own, { to: 'ada@example.org' }));
    expect([status, body.error]).toEqual([403, 'external_send_not_enabled']);
  });
});

describe('a tenant without a wallet', () => {
  it('sends ten messages over /v2 in its first day, inside as well, and is told of the wallet at the eleventh', async () => {
    const hosted = await newcomer(mailroom);
    const me = await hosted.client.data('GET', '/v1/mailboxes/self');
    const reset = `/v2/mailboxes/accounts/${me.accountId}/credentials/reset`;
    const { webmail_password: mailbox_password } = await hosted.client.data('POST', reset);
    const send = () =>
      hosted.client.call('POST', SEND, { to: hosted.address, subject: 'Hi', text: 'Hi.', mailbox_password });
    const answers = await Promise.all(Array.from({ length: 14 }, send));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    expect(refused[0]?.body).toMatchObject({ error: 'cooldown_limit', fix: expect.stringContaining('/v2/auth/siwe') });
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(80_000);
  });
});
