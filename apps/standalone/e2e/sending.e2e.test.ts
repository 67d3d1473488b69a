import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { until } from '@mailroom/testing';
import { startMailroom, type ApiClient, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let api: ApiClient;
let address: string;
let accountId: number;
let database: Database;
beforeAll(async () => {
  mailroom = await startMailroom();
  database = new Database({ url: mailroom.databaseUrl, poolSize: 2 });
  ({ api, address, id: accountId } = await mailroom.mailbox());
});
afterAll(async () => {
  await database.close();
  await mailroom.close();
});

const mail = { to: ['friend@example.org'], subject: 'hi', text: 'hello' };
const send = (body: object, headers: Record<string, string> = {}) => api.call('POST', '/send', body, headers);

describe('POST /send', () => {
  it('gives a hundred requests of one key the same answer, with the key in it', async () => {
    const headers = { 'idempotency-key': 'key in the header' };
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(mail, headers)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const [first] = answers;
    for (const { body } of answers) {
      const { id, messageId, delivery } = body.data;
      expect({ id, messageId }).toEqual({ id: first?.body.data.id, messageId: first?.body.data.messageId });
      expect(delivery.idempotencyKeyEcho).toBe('key in the header');
    }
    const { items } = await api.data('GET', '/emails?type=1');
    expect(items).toHaveLength(1);
  });

  it('knows a key by its text, wherever it stands, and a request by its content, however it is written', async () => {
    const { id } = await api.data('POST', '/send', { ...mail, idempotencyKey: 'k1' });
    const sameInOtherWords = { text: 'hello', subject: 'hi', receiveEmail: ['friend@example.org'] };
    expect((await send(sameInOtherWords, { 'idempotency-key': 'k1' })).body.data.id).toBe(id);
    for (const change of [
      { subject: 'ho' },
      { text: 'other' },
      { to: ['else@example.org'] },
      { bcc: ['x@example.org'] },
    ]) {
      const { status, body } = await send({ ...mail, ...change, idempotencyKey: 'k1' });
      expect([status, body.error.type]).toEqual([409, 'idempotency_conflict']);
    }
  });

  it('sends to whom a name belongs, answers where replyTo says, and carries headers of the caller', async () => {
    const said = {
      ...mail,
      to: ['"Friend, Ä." <friend@example.org>', '<plain@example.org>'],
      bcc: ['Hidden <hidden@example.org>'],
      replyTo: ['The Desk <desk@example.org>'],
      headers: { 'X-Campaign': 'Frühling 2026', 'List-Unsubscribe': '<https://example.org/leave>' },
      idempotencyKey: 'named',
    };
    const sent = await api.data('POST', '/send', said);
    expect(sent).toMatchObject({
      to: [
        { email: 'friend@example.org', name: 'Friend, Ä.' },
        { email: 'plain@example.org', name: '' },
      ],
      bcc: [{ email: 'hidden@example.org', name: 'Hidden' }],
      replyTo: [{ email: 'desk@example.org', name: 'The Desk' }],
    });
    const response = await fetch(`${api.baseUrl}/api/agent/v1/emails/${sent.id}/raw`, {
      headers: { authorization: `Bearer ${api.token}` },
    });
    const raw = (await response.text()).replace(/\r\n[ \t]+/g, ' ');
    expect(raw).toMatch(/^List-Unsubscribe: <https:\/\/example\.org\/leave>\r$/m);
    expect(raw).toMatch(/^X-Campaign: [\x20-\x7e]*=\?UTF-8\?\S+\?=[\x20-\x7e]*\r$/m);
    expect(raw).toMatch(/^To: =\?UTF-8\?\S+\?= <friend@example\.org>, (<plain@example\.org>|plain@example\.org)\r$/m);
    expect(raw).not.toContain('hidden@');
    const inOtherWords = {
      ...said,
      bcc: ['"Hidden" <hidden@EXAMPLE.org>'],
      headers: { 'list-unsubscribe': ' <https://example.org/leave>', 'x-campaign': 'Frühling  2026' },
    };
    expect((await api.data('POST', '/send', inOtherWords)).id).toBe(sent.id);
    for (const change of [{ bcc: ['Other <hidden@example.org>'] }, { headers: {} }, { replyTo: [] }]) {
      expect((await send({ ...said, ...change })).body.error?.type).toBe('idempotency_conflict');
    }
  });

  it.each<[string, object, Record<string, string>]>([
    ['two different keys', { idempotencyKey: 'a' }, { 'idempotency-key': 'b' }],
    ['an empty key', { idempotencyKey: '' }, {}],
    ['an empty key in the header', {}, { 'idempotency-key': ' ' }],
    ['a key of 129 characters', { idempotencyKey: 'k'.repeat(129) }, {}],
    ['a line break in the subject', { subject: 'x\r\nBcc: evil@evil.test' }, {}],
    ['an address with a command behind it', { to: ['b@y.test\r\nRCPT TO:<evil@evil.test>'] }, {}],
    ['a name that is an address of its own', { to: ['"a@y" <evil@evil.test>'] }, {}],
    ['two addresses in one', { cc: ['a@x.test, b@x.test'] }, {}],
    ['an angle bracket in an address', { bcc: ['"a>b"@x.test'] }, {}],
    ['a line break in a file name', { attachments: [{ filename: 'a\nX: 1', content: 'eA==' }] }, {}],
    [
      'a parameter in a content type',
      { attachments: [{ filename: 'a', content: 'eA==', contentType: 'a/b; c=d' }] },
      {},
    ],
    ['a line break in a content id', { attachments: [{ filename: 'a', content: 'eA==', contentId: 'a\nX: 1' }] }, {}],
    ["a header that is not the caller's to set", { headers: { Received: 'from evil' } }, {}],
    ['a header with a line break', { headers: { 'X-A': 'a\r\nBcc: evil@evil.test' } }, {}],
    ['headers that are no texts', { headers: { 'X-A': 1 } }, {}],
    ['a NUL in the text', { text: 'a\u0000b' }, {}],
  ])('refuses %s, says which field it is, and sends nothing', async (_what, change, headers) => {
    const before = (await api.data('GET', '/emails?type=1&size=50')).items.length;
    const { status, body } = await send({ ...mail, ...change }, headers);
    expect([status, body.error?.type]).toEqual([400, 'invalid_request']);
    expect(body.error.errors.length).toBeGreaterThan(0);
    expect((await api.data('GET', '/emails?type=1&size=50')).items).toHaveLength(before);
  });
});

describe('a sent email', () => {
  const sentEmail = async (body: object) => api.data('POST', '/send', { ...mail, ...body });

  it('has a delivery with every field of the specification, and is listed as it moves through its statuses', async () => {
    const cc = ['copy@example.org'];
    // It may be on its way before the answer is.
    const status = expect.stringMatching(/^(queued|sent)$/);
    const sent = await sentEmail({ cc, bcc: ['blind@example.org'], idempotencyKey: 'fields' });
    expect(sent).toMatchObject({
      direction: 'sent',
      accountId,
      status,
      unread: false,
      providerMessageId: '',
    });
    expect(sent.delivery).toMatchObject({
      emailId: sent.id,
      accountId,
      status,
      providerMessageId: '',
      messageId: sent.messageId,
      createdAt: sent.createdAt,
      from: { email: address },
      to: [{ email: 'friend@example.org' }],
      cc: [{ email: 'copy@example.org' }],
      bcc: [{ email: 'blind@example.org' }],
      idempotencyKeyEcho: 'fields',
    });
    expect(sent.delivery.recipients.map((recipient: { address: string }) => recipient.address)).toEqual([
      'friend@example.org',
      'copy@example.org',
      'blind@example.org',
    ]);
    const listed = async () =>
      (await api.data('GET', '/emails?type=1')).items.find((email: { id: number }) => email.id === sent.id);
    expect(await listed()).toMatchObject({ direction: 'sent', subject: 'hi' });
    await until(async () => (await listed()).status === 'sent');
    const { delivery } = await api.data('GET', `/emails/${sent.id}`);
    expect(delivery).toMatchObject({ status: 'sent', captured: true });
    expect(new Set(delivery.recipients.map(({ status }: { status: string }) => status))).toEqual(new Set(['captured']));
    expect((await api.data('GET', '/emails')).items).not.toContainEqual(expect.objectContaining({ id: sent.id }));
  });

  it('has its text from text, else plainText, else content, and HTML beside it or alone', async () => {
    const bodyOf = async (body: object) => {
      const { plainText, html } = await sentEmail({ text: undefined, ...body });
      return [plainText.trim(), html.trim()];
    };
    expect(await bodyOf({ text: 'a', plainText: 'b', content: 'c' })).toEqual(['a', '']);
    expect(await bodyOf({ plainText: 'b', content: 'c' })).toEqual(['b', '']);
    expect(await bodyOf({ content: 'c' })).toEqual(['c', '']);
    expect(await bodyOf({ text: 'a', html: '<p>h</p>' })).toEqual(['a', '<p>h</p>']);
    // Who reads no HTML gets what it says.
    expect(await bodyOf({ html: '<p>h</p>' })).toEqual(['h', '<p>h</p>']);
  });

  it('takes from a body reference what its own body leaves out, for 24 hours', async () => {
    const { bodyRef } = await api.data('POST', '/body-refs', { subject: 'stored', text: 'long', html: '<p>long</p>' });
    const whole = await api.data('POST', '/send', { to: mail.to, bodyRef });
    expect([whole.subject, whole.plainText.trim(), whole.html.trim()]).toEqual(['stored', 'long', '<p>long</p>']);
    const part = await sentEmail({ text: 'mine', draftRef: bodyRef });
    expect([part.subject, part.plainText.trim(), part.html.trim()]).toEqual(['hi', 'mine', '<p>long</p>']);
    const both = await send({ ...mail, bodyRef, draftRef: `${bodyRef}x` });
    expect([both.status, both.body.error.type]).toEqual([400, 'invalid_request']);
    const expire = statement('test-expire-ref', `update body_ref set expires_at = now() where id = $1`);
    await database.query(expire, [bodyRef]);
    const late = await send({ to: mail.to, bodyRef });
    expect([late.status, late.body.error.type]).toEqual([400, 'body_ref_expired']);
  });

  it("can't use the body reference of another mailbox", async () => {
    const other = await mailroom.mailbox();
    const { bodyRef } = await other.api.data('POST', '/body-refs', { text: 'theirs' });
    const { status, body } = await send({ to: mail.to, bodyRef });
    expect([status, body.error.type]).toEqual([400, 'invalid_request']);
  });

  it('carries ten attachments, sent along or taken from mail that the token can read, and from no other', async () => {
    const other = await mailroom.mailbox();
    const file = { filename: 'plan.txt', content: 'the plan', contentType: 'text/plain' };
    await mailroom.send({ from: 'a@example.org', to: address, subject: 'with a file', text: 'x', attachments: [file] });
    const received = await api.data('GET', `/emails/${(await mailroom.received(api, 'with a file')).id}`);
    const attachmentId = received.attachments[0].id;
    const nine = Array.from({ length: 9 }, (_, index) => ({ filename: `${index}.bin`, content: 'AAEC' }));
    const forwarded = { filename: 'again.txt', attachmentId };
    const sent = await sentEmail({ attachments: [...nine, forwarded] });
    expect(sent.attachments).toHaveLength(10);
    expect(sent.attachments[9]).toMatchObject({ filename: 'again.txt', mimeType: 'text/plain', size: 8 });
    const answer = await fetch(sent.attachments[9].url.replace(/^.*(?=\/api\/)/, mailroom.manager.baseUrl), {
      headers: { authorization: `Bearer ${api.token}` },
    });
    expect(await answer.text()).toBe('the plan');

    const stolen = await other.api.call('POST', '/send', { ...mail, attachments: [forwarded] });
    expect([stolen.status, stolen.body.error.type]).toEqual([404, 'not_found']);
    const absent = await send({ ...mail, attachments: [{ filename: 'x', attachmentId: 999_999_999 }] });
    expect(absent.status).toBe(404);
    for (const bad of [{ filename: 'x' }, { filename: 'x', content: 'AAEC', attachmentId }, { content: 'AAEC' }]) {
      expect((await send({ ...mail, attachments: [bad] })).status).toBe(400);
    }
  });

  it('passes a text on with the charset that its sender gave it', async () => {
    const file = { content: Buffer.from('f0d2c9d7c5d4', 'hex'), contentType: 'text/plain; charset=koi8-r' };
    await mailroom.send({ from: 'a@example.org', to: address, subject: 'a note', text: 'x', attachments: [file] });
    const received = await api.data('GET', `/emails/${(await mailroom.received(api, 'a note')).id}`);
    const sent = await sentEmail({ attachments: [{ filename: 'x', attachmentId: received.attachments[0].id }] });
    expect((await api.data('GET', `/attachments/${sent.attachments[0].id}/text`)).text).toBe('Привет');
  });

  it.each([
    ['no recipient at all', { to: [] }],
    ['an empty alias of to', { to: undefined, receiveEmail: [] }],
    ['101 recipients', { to: Array.from({ length: 101 }, (_, index) => `a${index}@example.org`) }],
    ['a to that is no list', { to: 'friend@example.org' }],
    ['an unknown field', { priority: 'high' }],
  ])('is none with %s: 400, and nothing is stored', async (_what, change) => {
    const count = async () => (await api.data('GET', '/emails?type=1&size=50')).items.length;
    const before = await count();
    const { status, body } = await send({ ...mail, ...change });
    expect([status, body.error.type]).toEqual([400, 'invalid_request']);
    expect(await count()).toBe(before);
  });

  it('can name its recipients under both names where they agree', async () => {
    expect((await send({ ...mail, receiveEmail: mail.to })).status).toBe(200);
  });
});

describe('POST /reply', () => {
  it('asks to whom it goes where the mail came from the null sender, and answers whom it is told to', async () => {
    await mailroom.send({
      envelope: { from: '', to: [address] },
      raw: `From: MAILER-DAEMON@far.example\r\nTo: ${address}\r\nSubject: from a machine\r\n\r\nx\r\n`,
    });
    const { id } = await mailroom.received(api, 'from a machine');
    const asked = await api.call('POST', '/reply', { emailId: id, text: 'who?' });
    expect([asked.status, asked.body.error.errors[0].field]).toEqual([400, 'to']);
    const answer = await api.data('POST', '/reply', { emailId: id, text: 'who?', to: ['person@far.example'] });
    expect(answer).toMatchObject({ to: [{ email: 'person@far.example' }], subject: 'Re: from a machine' });
  });

  it('keeps the thread, and is a 400 for a sent email', async () => {
    await mailroom.send({ from: 'ada@example.org', to: address, subject: 'a question', text: 'x' });
    const original = await mailroom.received(api, 'a question');
    const answer = await api.data('POST', '/reply', { emailId: original.id, text: 'yes', idempotencyKey: 'reply' });
    expect(answer).toMatchObject({
      to: [{ email: 'ada@example.org' }],
      subject: 'Re: a question',
      inReplyTo: original.messageId,
      threadId: original.threadId,
    });
    // Both operations share one key space.
    const { status, body } = await send({ ...mail, idempotencyKey: 'reply' });
    expect([status, body.error.type]).toEqual([409, 'idempotency_conflict']);
    expect((await api.call('POST', '/reply', { emailId: answer.id, text: 'x' })).status).toBe(400);
  });
});

describe('mail between two mailboxes here', () => {
  it('has what is found in mail from outside: its codes, and that it answers a machine', async () => {
    const other = await mailroom.mailbox();
    await mailroom.send({
      envelope: { from: 'robot@far.example', to: [address] },
      raw: `From: robot@far.example\r\nAuto-Submitted: auto-generated\r\nSubject: beep\r\n\r\nx\r\n`,
    });
    const { id } = await mailroom.received(api, 'beep');
    const text = 'Your verification code is 482913.';
    await api.data('POST', '/reply', { emailId: id, text, to: [other.address] });
    const received = await mailroom.received(other.api, 'Re: beep');
    expect(received).toMatchObject({
      verificationCode: '482913',
      task: { status: 'ignored', reason: 'automatic reply' },
    });
    const { extractions } = await other.api.data('GET', `/emails/${received.id}`);
    expect(extractions.codes).toMatchObject([{ value: '482913' }]);
  });
});
