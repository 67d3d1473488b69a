import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { createTokenText } from '@mailroom/identity';
import { ApiClient, startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let database: Database;
beforeAll(async () => {
  mailroom = await startMailroom();
  database = new Database({ url: mailroom.databaseUrl, poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await mailroom.close();
});

const document = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../mailbox-api/openapi.json', import.meta.url)), 'utf8'),
) as { paths: Record<string, Record<string, unknown>> };
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => [method.toUpperCase(), path.replace('/api/agent/v1', '')] as const),
);
const concrete = (path: string) => path.replace(/\{\w+\}/g, '999999');

describe.each(operations)('%s %s', (method, path) => {
  const call = (token: string, headers: Record<string, string> = {}) =>
    new ApiClient(mailroom.manager.baseUrl, token).call(
      method,
      concrete(path),
      method === 'GET' ? undefined : path === '/emails/wait' ? { timeoutSeconds: 0 } : {},
      headers,
    );

  it('answers 401 without a token, and with one that is wrong, damaged, expired, revoked or contradicted', async () => {
    const { api, id } = await mailroom.mailbox();
    const issued = await mailroom.manager.data('POST', `/mailboxes/${id}/tokens`, { name: 'old' });
    const revoked = await mailroom.manager.data('POST', `/mailboxes/${id}/tokens`, {});
    await database.query(
      statement('test-expire-token', `update access_token set expires_at = now() - interval '1 s' where id = $1`),
      [issued.id],
    );
    await mailroom.manager.data('DELETE', `/tokens/${revoked.id}`);
    const damaged = `${api.token.slice(0, -1)}${api.token.endsWith('A') ? 'B' : 'A'}`;
    const cases: [string, string, Record<string, string>][] = [
      ['missing_token', '', {}],
      ['invalid_token', 'nonsense', {}],
      ['invalid_token', damaged, {}],
      ['invalid_token', createTokenText('mrt_'), {}],
      ['token_expired', issued.token, {}],
      ['token_revoked', revoked.token, {}],
      ['invalid_token', api.token, { 'x-agent-token': mailroom.manager.token }],
      ['invalid_token', '', { authorization: `Basic ${api.token}` }],
    ];
    for (const [type, token, headers] of cases) {
      const { status, body } = await call(token, headers);
      expect({ status, type: body.error?.type, ok: body.ok }).toEqual({ status: 401, type, ok: false });
    }
  });

  it('never answers 5xx to a caller who asks for what is not there', async () => {
    const { api } = await mailroom.mailbox();
    for (const token of [api.token, mailroom.manager.token]) {
      const { status, body } = await call(token);
      expect(status).toBeLessThan(500);
      expect(body).toMatchObject({ ok: status === 200, code: status, requestId: expect.stringMatching(/^req_/) });
    }
  });
});

describe('what belongs to another', () => {
  it('is answered like what is not there, whichever way it is asked for', async () => {
    const [mine, theirs] = [await mailroom.mailbox(), await mailroom.mailbox()];
    await mailroom.send({
      from: 'a@example.org',
      to: theirs.address,
      subject: 'private',
      text: 'x',
      attachments: [{ filename: 'f', content: 'c' }],
    });
    const { id } = await mailroom.received(theirs.api, 'private');
    const { attachments, threadId } = await theirs.api.data('GET', `/emails/${id}`);
    const hook = await theirs.api.data('POST', '/webhooks', { url: 'http://127.0.0.1:1/' });
    const attempts: [string, string, unknown?][] = [
      ['GET', `/emails/${id}`],
      ['GET', `/emails?accountId=${theirs.id}`],
      ['GET', `/emails/${id}/raw`],
      ['PUT', `/emails/${id}/labels`, { labels: [] }],
      ['DELETE', `/emails/${id}`],
      ['PATCH', `/mailboxes/${theirs.id}`, { name: 'mine now' }],
      ['GET', `/threads?accountId=${theirs.id}`],
      ['GET', `/threads/${threadId}`],
      ['GET', `/threads/${threadId}?accountId=${theirs.id}`],
      ['GET', `/tasks?accountId=${theirs.id}`],
      ['GET', `/tasks/stats?accountId=${theirs.id}`],
      ['GET', `/attachments?emailId=${id}`],
      ['GET', `/attachments/${attachments[0].id}/content`],
      ['POST', `/emails/${id}/claim`, {}],
      ['POST', `/emails/${id}/release`, {}],
      ['POST', `/emails/${id}/renew`, { owner: 'x' }],
      ['PUT', `/emails/${id}/task`, { status: 'handled' }],
      ['POST', '/tasks/claim-next', { accountId: theirs.id }],
      ['POST', '/tasks/claim-batch', { accountId: theirs.id }],
      ['POST', '/tasks/requeue-expired', { accountId: theirs.id }],
      ['PUT', '/tasks/update-batch', { accountId: theirs.id, emailIds: [id], status: 'handled' }],
      ['POST', '/tasks/renew-batch', { accountId: theirs.id, emailIds: [id], owner: 'x' }],
      ['POST', '/tasks/release-batch', { accountId: theirs.id, emailIds: [id] }],
      ['POST', '/reply', { emailId: id, text: 'x' }],
      ['POST', '/send', { accountId: theirs.id, to: ['a@b.example'], text: 'x' }],
      ['POST', '/body-refs', { accountId: theirs.id, text: 'x' }],
      ['GET', `/suppressions?accountId=${theirs.id}`],
      ['DELETE', `/webhooks/${hook.webhookId}`],
      ['GET', `/webhooks/${hook.webhookId}/deliveries`],
      ['POST', `/webhooks/${hook.webhookId}/deliveries/1/replay`],
      ['POST', `/webhooks/${hook.webhookId}/test`],
      ['POST', `/webhooks/${hook.webhookId}/rotate-secret`],
      ['POST', '/webhooks', { url: 'http://127.0.0.1:1/', accountId: theirs.id }],
    ];
    const stranger = await mailroom.stranger();
    for (const [method, path, body] of attempts) {
      // A manager of another tenant asks for what only managers may do.
      const asks = method === 'DELETE' || method === 'PATCH' ? stranger : mine.api;
      const { status, body: answer } = await asks.call(method, path, body);
      expect({ path, status, type: answer.error?.type }).toEqual({ path, status: 404, type: 'not_found' });
    }
    expect(await mine.api.data('PUT', '/read', { emailIds: [id] })).toEqual({ updated: 0 });
    expect((await theirs.api.data('GET', `/emails/${id}`)).unread).toBe(true);
  });

  it('needs the scope and the level, which are never more than the creator had', async () => {
    const { id, api } = await mailroom.mailbox();
    const reader = await mailroom.manager.data('POST', `/mailboxes/${id}/tokens`, { scopes: ['read'] });
    const readOnly = new ApiClient(api.baseUrl, reader.token);
    const attempts: [ApiClient, string, string, unknown?][] = [
      [readOnly, 'POST', '/send', { to: ['a@b.example'], text: 'x' }],
      [readOnly, 'POST', '/body-refs', { text: 'x' }],
      [api, 'POST', '/mailboxes', { email: `more@${mailroom.domain}` }],
      [api, 'GET', `/mailboxes/${id}/tokens`],
      [api, 'GET', '/audit'],
      [api, 'POST', `/mailboxes/${id}/tokens`, {}],
      [api, 'DELETE', '/suppressions/a@b.example'],
      [api, 'GET', '/domains'],
      [api, 'DELETE', '/emails/1'],
      [api, 'PATCH', `/mailboxes/${id}`, { status: 1 }],
    ];
    for (const [client, method, path, body] of attempts) {
      const { status, body: answer } = await client.call(method, path, body);
      expect([path, status, answer.error?.type]).toEqual([path, 403, 'insufficient_scope']);
    }
    expect((await mailroom.manager.call('GET', '/emails')).body.error.type).toBe('account_required');
    expect((await readOnly.call('DELETE', `/tokens/${reader.id}`)).status).toBe(200);
  });

  it('an address once used is never given again', async () => {
    const { address } = await mailroom.mailbox();
    const again = await mailroom.manager.call('POST', '/mailboxes', { email: address.toUpperCase() });
    expect([again.status, again.body.error.type]).toEqual([409, 'address_taken']);
  });
});

describe('bad input', () => {
  const raw = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      // We connect to a process that serves the API, because a balancer would not pass on what is not HTTP.
      const port = Number(new URL(mailroom.apiUrls[0] ?? '').port);
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (chunk) => (answer += chunk.toString())).on('error', reject);
      socket.on('end', () => resolve(answer));
    });
  const post = (path: string, body: string | Buffer, type = 'application/json') =>
    fetch(`${mailroom.manager.baseUrl}/api/agent/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mailroom.manager.token}`, 'content-type': type },
      body,
    });

  it.each<[string, string | Buffer, string, number, string]>([
    ['broken JSON', '{"email":', 'application/json', 400, 'invalid_request'],
    ['an array', '[]', 'application/json', 400, 'invalid_request'],
    [
      'invalid UTF-8',
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      'application/json',
      400,
      'invalid_request',
    ],
    ['a NUL', '{"email":"a\\u0000@mailroom.test"}', 'application/json', 400, 'invalid_request'],
    ['a number for a string', '{"email":7}', 'application/json', 400, 'invalid_request'],
    ['an unknown field', '{"email":"x@mailroom.test","admin":true}', 'application/json', 400, 'invalid_request'],
    ['a form', 'email=x', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['a huge body', `{"email":"${'a'.repeat(40_000_000)}"}`, 'application/json', 413, 'payload_too_large'],
  ])('%s is answered with one clear error', async (_, body, type, status, errorType) => {
    const response = await post('/mailboxes', body, type);
    const answer = (await response.json()) as { error: { type: string }; message: string };
    expect([response.status, answer.error.type]).toEqual([status, errorType]);
    expect(answer.message).toMatch(/^[A-Z].*\.$/);
  });

  it.each([
    ['keep-alive', () => mailroom.manager.baseUrl],
    ['close', () => mailroom.apiUrls[0] ?? ''],
  ])('that is huge is answered for a client that reads only when it has written all (%s)', async (kind, url) => {
    const body = Buffer.alloc(40_000_000, 'a');
    const socket = connect(Number(new URL(url()).port), '127.0.0.1');
    socket.pause();
    await once(socket, 'connect');
    const head = ['POST /api/agent/v1/mailboxes HTTP/1.1', 'Host: x', 'Content-Type: application/json'];
    head.push(`Authorization: Bearer ${mailroom.manager.token}`, `Connection: ${kind}`);
    head.push(`Content-Length: ${body.length}`, '', '');
    await new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.write(head.join('\r\n'));
      socket.write(body, resolve);
    });
    const [answer] = (await once(socket.resume(), 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  it.each([
    '/emails/-1',
    '/emails/0',
    '/emails/abc',
    '/emails/1e3',
    '/emails?size=0',
    '/emails?size=51',
    '/emails?type=2',
    '/emails?cursor=-5',
    '/emails?size=5&size=6',
    '/emails?maxBodyChars=-1',
    '/emails?view=all',
    '/emails?label=a&label=b',
    '/threads?size=0',
    '/threads?cursor=x',
    '/threads/x?timeSort=2',
    '/tasks?status=done',
    '/tasks?includeLocked=1',
    '/attachments',
    '/attachments?emailId=x',
  ])('GET %s is a 400', async (path) => {
    const { api } = await mailroom.mailbox();
    expect((await api.call('GET', path)).status).toBe(400);
  });

  it.each([
    '/emails/99999999999',
    '/emails/9007199254740993',
    '/nowhere',
    '/threads/%00?accountId=1',
    '/emails/99999999999/raw',
    '/webhooks/99999999999/x',
  ])('GET %s is a 404', async (path) => {
    expect((await mailroom.manager.call('GET', path)).status).toBe(404);
  });

  it('a token sent twice in one header, and differing, is not accepted by its first', async () => {
    const headers = `authorization: Bearer ${mailroom.manager.token}\r\nauthorization: Bearer ${createTokenText('mrm_')}`;
    const answer = await raw(`GET /api/agent/v1/me HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 401/);
  });

  it('what is no HTTP gets a 400 and an end', async () => {
    expect(await raw('HELO there\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/);
  });
});
