import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { HostedClient } from './hosted-client.js';
import { startOwnMailroom, type Answer, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
afterEach(() => mailroom.close());

/** Signs up at each replica in turn, past the balancer. */
let turn = 0;
const signUp = (body: unknown = {}, from?: string): Promise<Answer> => {
  const url = mailroom.hostedUrls[(turn += 1) % mailroom.hostedUrls.length] ?? '';
  return new HostedClient(url).call('POST', '/public/signup', body, from ? { 'x-forwarded-for': from } : {});
};
const start = async (env: Record<string, string>) => {
  const system = { replicas: 2, apps: ['mailbox-api', 'billing-api'] as const };
  mailroom = await startOwnMailroom({ TRUSTED_PROXIES: '127.0.0.0/8', ...env }, system);
};

describe('SIGNUP_PER_NETWORK_HOUR', () => {
  it('is exact over all replicas, counts IPv6 by /64 and IPv4 by address, and says how long to wait', async () => {
    await start({ SIGNUP_PER_NETWORK_HOUR: '2' });
    const sixes = Array.from({ length: 12 }, (_, index) => signUp({}, `2001:db8:0:7::${index + 1}`));
    const answers = await Promise.all(sixes);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    const [refused] = answers.filter(({ status }) => status !== 201);
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited', fix: expect.any(String) } });
    const wait = Number(refused?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(3_500);
    expect(wait).toBeLessThanOrEqual(3_600);
    for (const other of ['2001:db8:0:8::1', '192.0.2.1', '192.0.2.2']) {
      expect((await signUp({}, other)).status).toBe(201);
    }
  });
});

describe('SIGNUP_PER_HOUR', () => {
  it('is exact over all replicas, wherever the clients are', async () => {
    await start({ SIGNUP_PER_HOUR: '3' });
    const tries = Array.from({ length: 12 }, (_, index) => signUp({}, `192.0.2.${index}`));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(new Set(statuses)).toEqual(new Set([201, 429]));
  });
});

describe('SIGNUP=closed', () => {
  it('lets nobody in', async () => {
    await start({ SIGNUP: 'closed' });
    expect(await signUp()).toMatchObject({ status: 403, body: { error: 'signup_closed', fix: expect.any(String) } });
  });
});

describe('TURNSTILE_SECRET', () => {
  let turnstile: Server;
  beforeAll(async () => {
    turnstile = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () =>
        response.end(JSON.stringify({ success: new URLSearchParams(body).get('response') === 'good' })),
      );
    });
    await new Promise<void>((resolve) => turnstile.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    turnstile.close();
  });

  it('puts a challenge before each signup', async () => {
    const url = `http://127.0.0.1:${(turnstile.address() as AddressInfo).port}/`;
    await start({ TURNSTILE_SECRET: 'secret', TURNSTILE_URL: url });
    for (const body of [{}, { turnstileToken: 'bad' }]) {
      expect(await signUp(body)).toMatchObject({ status: 400, body: { errors: [{ field: 'turnstileToken' }] } });
    }
    expect((await signUp({ turnstileToken: 'good' })).status).toBe(201);
  });
});
