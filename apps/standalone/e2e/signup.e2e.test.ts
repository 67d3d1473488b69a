import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, startMailroom, type Answer, type Mailroom } from './mailroom-fixture.js';
import { HostedClient } from './hosted-client.js';

let mailroom: Mailroom;
const newAlias = () => `agent-${randomBytes(6).toString('hex')}`;
const signUp = (body?: unknown, headers?: Record<string, string>): Promise<Answer> =>
  new HostedClient(mailroom.baseUrl).call('POST', '/public/signup', body, headers);
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

describe('POST /public/signup', () => {
  it('gives a mailbox and its token to whoever asks, without a body', async () => {
    const { status, body, headers } = await signUp();
    expect(status).toBe(201);
    expect(body).toEqual({
      tenantId: expect.stringMatching(/^tnt_/),
      mailboxId: expect.any(Number),
      accountId: body.mailboxId,
      address: expect.stringMatching(/^[a-z]+-[a-z]+-\d+@mailroom\.test$/),
      accessToken: expect.stringMatching(/^mrt_/),
      expiresAt: expect.any(String),
      scopes: ['read', 'send'],
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toMatch(/^req_/);
  });

  it('gives a token that works at once, here and on the agent API', async () => {
    const mailboxAlias = newAlias();
    const { body } = await signUp({ mailboxAlias, agentName: 'Ada' });
    const self = await new HostedClient(mailroom.baseUrl, body.accessToken).data('GET', '/v1/mailboxes/self');
    expect(self).toMatchObject({
      mailboxId: body.mailboxId,
      tenantId: body.tenantId,
      address: `${mailboxAlias}@mailroom.test`,
      name: 'Ada',
      tokenExpiresAt: body.expiresAt,
    });
    const api = new ApiClient(mailroom.baseUrl, body.accessToken);
    expect((await api.call('GET', '/mailboxes')).body.data.items).toMatchObject([{ id: body.mailboxId }]);
    expect((await api.call('POST', '/mailboxes', { email: 'x@mailroom.test' })).status).toBe(403);
  });

  it('takes mail in at once', async () => {
    const { body } = await signUp();
    await mailroom.send({ from: 'a@example.org', to: body.address, subject: 'Hello', text: 'Hi.' });
    const found = await mailroom.received(new ApiClient(mailroom.baseUrl, body.accessToken), 'Hello');
    expect(found.accountId).toBe(body.mailboxId);
  });

  const wrong: [string, unknown][] = [
    ['mailboxAlias', 'ab'],
    ['mailboxAlias', 'a'.repeat(41)],
    ['mailboxAlias', 'a..b'],
    ['mailboxAlias', 'postmaster'],
    ['mailboxAlias', 'n0-reply'],
    ['mailboxAlias', 7],
    ['mailboxAlias', ['agent']],
    ['mailboxAlias', ''],
    ['agentName', 'a'.repeat(201)],
    ['agentName', 'a\r\nBcc: b@c'],
    ['agentName', {}],
    ['operatorEmail', 'nobody'],
    ['operatorEmail', `${'a'.repeat(250)}@b.example`],
    ['operatorEmail', true],
    ['productName', 'a'.repeat(201)],
    ['productName', 'a\nb'],
    ['productName', 1],
    ['useCase', 'a'.repeat(2_001)],
    ['useCase', []],
    ['turnstileToken', 'a'.repeat(4_097)],
    ['turnstileToken', 1],
    ['plan', 'paid'],
    ['tenantId', 'tnt_default'],
  ];
  it.each(wrong)('names the field %s that is %j', async (field, value) => {
    const { status, body } = await signUp({ [field]: value });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', requestId: expect.any(String), fix: expect.any(String), errors: [{ field }] },
    });
  });

  it.each([['[]'], ['"text"'], ['{'], ['{"a":1}{"b":2}'], ['\u0000']])('does not take %j for a body', async (text) => {
    const headers = { 'content-type': 'application/json' };
    const options = { method: 'POST', headers, body: text };
    const response = await fetch(`${mailroom.baseUrl}/public/signup`, options);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_request' });
  });

  it('reads neither forms nor more than 32 KiB', async () => {
    const form = { method: 'POST', body: new URLSearchParams({ mailboxAlias: newAlias() }) };
    expect((await fetch(`${mailroom.baseUrl}/public/signup`, form)).status).toBe(415);
    expect(await signUp({ useCase: 'a'.repeat(40_000) })).toMatchObject({
      status: 413,
      body: { error: 'payload_too_large' },
    });
  });

  it('gives one of many the name that all want, and the others three that are free', async () => {
    const mailboxAlias = newAlias();
    const answers = await Promise.all(Array.from({ length: 20 }, () => signUp({ mailboxAlias })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 201);
    expect(others[0]).toMatchObject({ status: 409, body: { error: 'address_taken' } });
    for (const { body } of others) expect(body.suggestions).toHaveLength(3);
    expect((await signUp({ mailboxAlias: others[0]?.body.suggestions[0] })).status).toBe(201);
  });

  it('gives the same mailbox and token under the same key, and none under a key of something else', async () => {
    const key = { 'idempotency-key': randomBytes(16).toString('hex') };
    const body = { mailboxAlias: newAlias() };
    const answers = await Promise.all([signUp(body, key), signUp(body, key), signUp(body, key)]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 201, body: answers[0]?.body });
    const other = await signUp({ mailboxAlias: newAlias() }, key);
    expect(other).toMatchObject({ status: 409, body: { error: 'idempotency_conflict' } });
    const long = await signUp({}, { 'idempotency-key': 'k'.repeat(129) });
    expect(long).toMatchObject({ status: 400, body: { errors: [{ field: 'Idempotency-Key' }] } });
    const empty = await signUp({}, { 'idempotency-key': '' });
    const message = 'The header "Idempotency-Key" must not be empty.';
    expect(empty).toMatchObject({ status: 400, body: { message, errors: [{ field: 'Idempotency-Key' }] } });
  });
});
