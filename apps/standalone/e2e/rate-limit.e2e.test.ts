import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTokenText } from '@mailroom/identity';
import { until } from '@mailroom/testing';
import { ApiClient, startOwnMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startOwnMailroom(
    { RATE_LIMIT_RPS: '2', RATE_LIMIT_BURST: '20' },
    { replicas: 2, apps: ['mailbox-api', 'mcp-gateway'] },
  );
});
afterAll(() => mailroom.close());

describe('a token that asks too often', () => {
  it('is told what remains, then to wait, and then answered again', async () => {
    const { api } = await mailroom.mailbox();
    const first = await api.call('GET', '/me');
    expect(first.headers.get('ratelimit-policy')).toBe('"token";q=20;w=10');
    expect(first.headers.get('ratelimit')).toMatch(/^"token";r=1\d;t=\d+$/);
    const answers = await Promise.all(Array.from({ length: 60 }, () => api.call('GET', '/me')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(60);
    expect(refused.length).toBeGreaterThan(20);
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ ok: false, code: 429, error: { type: 'rate_limited', fix: expect.any(String) } });
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(headers.get('ratelimit')).toMatch(/^"token";r=0;t=\d+$/);
    }
    // The limit does not hold up another token.
    expect((await mailroom.manager.call('GET', '/me')).status).toBe(200);
    await until(async () => (await api.call('GET', '/me')).status === 200);
  });
});

describe('a batch of calls over MCP', () => {
  it('counts as many requests as it has calls', async () => {
    const { api } = await mailroom.mailbox();
    const post = (calls: number) =>
      fetch(`${mailroom.baseUrl}/mcp`, {
        method: 'POST',
        headers: { 'x-agent-token': api.token, 'content-type': 'application/json' },
        body: JSON.stringify(
          Array.from({ length: calls }, (_, id) => ({
            jsonrpc: '2.0',
            id,
            method: 'tools/call',
            params: { name: 'whoami' },
          })),
        ),
      });
    const first = await post(12);
    expect([first.status, ((await first.json()) as object[]).length]).toEqual([200, 12]);
    const second = await post(12);
    expect(await second.json()).toMatchObject({ error: { data: { type: 'rate_limited' } } });
    expect([second.status, Number(second.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
  });
});

describe('an address that guesses tokens', () => {
  it('has to wait, while tokens that work go on working, also for a process that has not seen them', async () => {
    const { api } = await mailroom.mailbox();
    expect((await api.call('GET', '/me')).status).toBe(200);
    const guess = () => new ApiClient(api.baseUrl, createTokenText('mrt_')).call('GET', '/me');
    let answer = await guess();
    expect(answer.status).toBe(401);
    for (let tries = 0; tries < 300 && answer.status === 401; tries += 1) answer = await guess();
    expect([answer.status, answer.body.error.type]).toEqual([429, 'rate_limited']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const { api: fresh } = await mailroom.mailbox();
    for (const _ of mailroom.apiUrls) {
      expect((await api.call('GET', '/me')).status).toBe(200);
      expect((await fresh.call('GET', '/me')).status).toBe(200);
    }
    expect((await guess()).status).toBe(429);
  });
});
