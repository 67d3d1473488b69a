import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createTokenText } from '@mailroom/identity';
import { until } from '@mailroom/testing';
import { HostedClient } from './hosted-client.js';
import { newcomer } from './hosted-fixture.js';
import { startMailroom, startOwnMailroom, type Mailroom } from './mailroom-fixture.js';
import { signIn, viemWallet } from './wallet-fixture.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

const source = readFileSync(fileURLToPath(new URL('../../admin-api/openapi.json', import.meta.url)), 'utf8');
const document = JSON.parse(source) as { paths: Record<string, Record<string, unknown>> };
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => [method.toUpperCase(), path.replace(/\{\w+\}/g, '999999')] as const),
);

const call = (method: string, path: string, token: string, headers: Record<string, string> = {}) =>
  new HostedClient(mailroom.baseUrl, token).call(method, path, method === 'GET' ? undefined : {}, headers);

/** Every credential that somebody else than the operator has. */
async function credentials(): Promise<Record<string, string>> {
  const { api } = await mailroom.mailbox();
  const { client } = await newcomer(mailroom);
  const session = String((await signIn(mailroom.baseUrl, viemWallet())).access_token);
  return {
    manager: mailroom.manager.token,
    mailbox: api.token,
    hosted: client.token,
    session,
    oauth: createTokenText('mra_'),
  };
}

describe('the API of the operator', () => {
  it.each(operations)('%s %s is refused to everybody else', async (method, path) => {
    expect(await call(method, path, '')).toMatchObject({ status: 401, body: { error: 'missing_token' } });
    const { operatorToken } = mailroom;
    const damaged = `${operatorToken.slice(0, -1)}${operatorToken.endsWith('A') ? 'B' : 'A'}`;
    for (const token of ['nonsense', damaged, createTokenText('mro_')]) {
      expect(await call(method, path, token)).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
    }
    const both = await call(method, path, operatorToken, { 'x-agent-token': mailroom.manager.token });
    expect(both).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
    for (const [name, token] of Object.entries(await credentials())) {
      const { status, body } = await call(method, path, token);
      expect([name, status, body.error]).toEqual([name, 403, 'insufficient_scope']);
    }
  });

  it('says what was wrong in plain JSON that nobody on the way keeps, and describes itself to everybody', async () => {
    const { body, headers } = await call('GET', '/admin/api/overview', '');
    expect(body).toEqual({
      error: 'missing_token',
      message: expect.any(String),
      requestId: headers.get('x-request-id'),
      fix: expect.any(String),
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await call('GET', '/admin/api/openapi.json', '')).body.info.title).toBe('Mailroom operator API');
    expect((await call('GET', '/admin/api/nothing', mailroom.operatorToken)).status).toBe(404);
  });

  it.each(operations.filter(([, path]) => path.includes('999999')))(
    '%s %s knows nothing by a NUL',
    async (method, path) => {
      const { status } = await call(method, path.replaceAll('999999', '%00'), mailroom.operatorToken);
      expect([400, 404]).toContain(status);
    },
  );

  it('reads no body of anybody else, and no large one of the operator', async () => {
    const path = '/admin/api/tenants/tnt_1/suspend';
    const large = { reason: 'x'.repeat(20_000) };
    const post = (token: string) => new HostedClient(mailroom.baseUrl, token).call('POST', path, large);
    expect((await post(mailroom.manager.token)).status).toBe(403);
    expect(await post(mailroom.operatorToken)).toMatchObject({ status: 413, body: { error: 'payload_too_large' } });
  });
});

it('the token of the operator opens no other surface', async () => {
  const paths = [
    ['GET', '/api/agent/v1/me'],
    ['GET', '/api/agent/v1/mailboxes'],
    ['GET', '/v1/mailboxes/self'],
    ['GET', '/v1/billing/account'],
    ['GET', '/v2/auth/sessions'],
    ['GET', '/v2/mailboxes/leases'],
    ['POST', '/mcp'],
  ] as const;
  for (const [method, path] of paths) {
    for (const headers of [
      { authorization: `Bearer ${mailroom.operatorToken}` },
      { 'x-agent-token': mailroom.operatorToken },
    ]) {
      const { status } = await fetch(`${mailroom.baseUrl}${path}`, {
        method,
        headers: { ...headers, accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
        ...(method === 'POST' && { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) }),
      });
      expect([path, status]).toEqual([path, 401]);
    }
  }
});

describe('the token of the operator', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(() => Promise.all(closing.splice(0).map((close) => close())));
  const started = async (env: Record<string, string>, replicas: number) => {
    const own = await startOwnMailroom(env, { replicas, apps: ['mailbox-api', 'admin-api'] });
    closing.push(() => own.close());
    return own;
  };

  it('is the one that the file holds: a new one is in force within a second, and the old one is not', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'mailroom-operator-'));
    closing.push(() => rm(directory, { recursive: true }));
    const file = join(directory, 'token');
    const [first, second] = [createTokenText('mro_'), createTokenText('mro_')];
    await writeFile(file, `${first}\n`);
    const env = { OPERATOR_TOKEN: '', OPERATOR_TOKEN_FILE: file };
    const own = await started(env, 2);
    const status = async (token: string) =>
      (await new HostedClient(own.baseUrl, token).call('GET', '/admin/api/audit')).status;
    expect([await status(first), await status(second)]).toEqual([200, 401]);
    await writeFile(file, `${second}\n`);
    // Whoever asks this often with a wrong token hears 429 instead of 401 in the end.
    const since = Date.now();
    await until(async () => (await status(second)) === 200 && (await status(first)) !== 200, { what: 'the new token' });
    expect(Date.now() - since).toBeLessThan(2_500);
    await rm(file);
    await until(async () => (await status(second)) !== 200, { what: 'no token to be in force' });
  }, 120_000);

  it('is not delayed by somebody who guesses from the same address, who has to wait after a hundred tries', async () => {
    const own = await started({}, 1);
    const ask = async (token: string) => new HostedClient(own.baseUrl, token).call('GET', '/admin/api/ledger');
    for (let time = 0; time < 100; time += 1) expect((await ask(createTokenText('mro_'))).status).toBe(401);
    const { status, body, headers } = await ask(createTokenText('mro_'));
    expect([status, body.error, Number(headers.get('retry-after')) > 0]).toEqual([429, 'rate_limited', true]);
    expect((await ask(own.operatorToken)).status).toBe(200);
  }, 120_000);
});
