import { afterEach, describe, expect, it } from '@jest/globals';
import { HostedClient } from './hosted-client.js';
import { startOwnMailroom, type Answer, type Mailroom } from './mailroom-fixture.js';
import { CHALLENGE, ethersWallet, SESSIONS, signedChallenge, signIn, VERIFY, viemWallet } from './wallet-fixture.js';

let mailroom: Mailroom;
afterEach(() => mailroom.close());

const start = async (env: Record<string, string>) => {
  const system = { replicas: 2, apps: ['wallet-api', 'billing-api'] as const };
  mailroom = await startOwnMailroom({ TRUSTED_PROXIES: '127.0.0.0/8', ...env }, system);
};

/** Asks each replica in turn, past the balancer, as a client at an address. */
let turn = 0;
const post = (path: string, body: unknown, from: string): Promise<Answer> => {
  const url = mailroom.walletUrls[(turn += 1) % mailroom.walletUrls.length] ?? '';
  return new HostedClient(url).call('POST', path, body, { 'x-forwarded-for': from });
};
const wallet_address = ethersWallet().address;
const statuses = (answers: Answer[]) => answers.map(({ status }) => status);

describe('SIWE_OPEN_PER_NETWORK', () => {
  it('is exact over all replicas, counts IPv6 by /64 and IPv4 by /24, and a sign-in makes room', async () => {
    await start({ SIWE_OPEN_PER_NETWORK: '3' });
    for (const [own, other] of [
      ['2001:db8:0:7::', '2001:db8:0:8::1'],
      ['192.0.2.', '192.0.3.1'],
    ]) {
      const asked = Array.from({ length: 12 }, (_, index) => post(CHALLENGE, { wallet_address }, `${own}${index + 1}`));
      const answers = await Promise.all(asked);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
      const refused = answers.find(({ status }) => status !== 200);
      expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited', fix: expect.any(String) } });
      const wait = Number(refused?.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(250);
      expect(wait).toBeLessThanOrEqual(300);
      expect((await post(CHALLENGE, { wallet_address }, String(other))).status).toBe(200);
    }
    const wallet = viemWallet();
    const from = '198.51.100.1';
    const { message } = (await post(CHALLENGE, { wallet_address: wallet.address }, from)).body;
    await Promise.all([2, 3].map(() => post(CHALLENGE, { wallet_address }, from)));
    expect((await post(CHALLENGE, { wallet_address }, from)).status).toBe(429);
    expect((await post(VERIFY, { message, signature: await wallet.sign(message) }, from)).status).toBe(200);
    expect((await post(CHALLENGE, { wallet_address }, from)).status).toBe(200);
  });
});

describe('the other limits on strangers', () => {
  it('SIWE_PER_NETWORK_HOUR counts challenges that were used as well', async () => {
    await start({ SIWE_PER_NETWORK_HOUR: '2' });
    const from = '192.0.2.1';
    for (let round = 0; round < 2; round++) {
      const wallet = ethersWallet();
      const { message } = (await post(CHALLENGE, { wallet_address: wallet.address }, from)).body;
      expect((await post(VERIFY, { message, signature: await wallet.sign(message) }, from)).status).toBe(200);
    }
    const refused = await post(CHALLENGE, { wallet_address }, from);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
  });

  it('SIWE_OPEN holds for all networks together', async () => {
    await start({ SIWE_OPEN: '2' });
    for (const from of ['192.0.2.1', '198.51.100.1']) await post(CHALLENGE, { wallet_address }, from);
    const isFull = async () => (await post(CHALLENGE, { wallet_address }, '203.0.113.1')).status === 429;
    let tries = 0;
    while (!(await isFull())) expect((tries += 1)).toBeLessThan(2_000);
  });

  it('SIWE_NEW_PER_HOUR is exact over all replicas, leaves the challenge open, and lets known wallets in', async () => {
    await start({ SIWE_NEW_PER_HOUR: '3' });
    const known = viemWallet();
    await signIn(mailroom.baseUrl, known);
    const signed = await Promise.all(
      Array.from({ length: 10 }, () => signedChallenge(mailroom.baseUrl, ethersWallet())),
    );
    const answers = await Promise.all(signed.map((body, index) => post(VERIFY, body, `192.0.2.${index}`)));
    expect(statuses(answers).filter((status) => status === 200)).toHaveLength(2);
    expect(new Set(statuses(answers))).toEqual(new Set([200, 429]));
    await signIn(mailroom.baseUrl, known);
  });

  it('a wallet has a hundred sessions, and another one once it has ended one', async () => {
    await start({});
    const wallet = ethersWallet();
    const first = await signIn(mailroom.baseUrl, wallet);
    for (let tens = 0; tens < 9; tens++) {
      await Promise.all(Array.from({ length: 11 }, () => signIn(mailroom.baseUrl, wallet)));
    }
    const refused = await post(VERIFY, await signedChallenge(mailroom.baseUrl, wallet), '192.0.2.1');
    expect(refused).toMatchObject({
      status: 429,
      body: { error: 'rate_limited', fix: expect.stringContaining(SESSIONS) },
    });
    await new HostedClient(mailroom.baseUrl, first.access_token).data('DELETE', `${SESSIONS}/current`);
    await signIn(mailroom.baseUrl, wallet);
  });

  it('a network whose tries fail waits before another signature of it is looked at; others do not', async () => {
    await start({ RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '1000' });
    const wallet = ethersWallet();
    const signed = await signedChallenge(mailroom.baseUrl, wallet);
    const bad = { ...signed, signature: `0x${'de'.repeat(65)}` };
    const fail = async () => (await post(VERIFY, bad, '192.0.2.1')).status;
    let failures = 0;
    while ((await fail()) === 401) failures += 1;
    expect(failures).toBeGreaterThanOrEqual(99);
    expect(failures).toBeLessThanOrEqual(100 * mailroom.walletUrls.length);
    const limited = new Set<number>();
    for (let replica = 0; replica < mailroom.walletUrls.length; replica++) {
      while ((await fail()) === 401);
      limited.add((await post(VERIFY, signed, '192.0.2.9')).status);
    }
    expect([...limited]).toContain(429);
    expect((await post(VERIFY, signed, '198.51.100.1')).status).toBe(200);
  });
});
