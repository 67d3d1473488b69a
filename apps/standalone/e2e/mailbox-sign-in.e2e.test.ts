import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { ApiClient } from './api-client.js';
import { HostedClient } from './hosted-client.js';
import { behind, lease, LEASES, newAgent, pass, type Agent, type Leased } from './lease-fixture.js';
import { startMailroom, startOwnMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

const SIGN_IN = '/v2/mailboxes/sign-in';
const WRONG = 'x'.repeat(24);

const signIn = (address: string, mailbox_password: string, baseUrl = mailroom.baseUrl) =>
  new HostedClient(baseUrl).call('POST', SIGN_IN, { address, mailbox_password });

async function signedIn(): Promise<{ agent: Agent; mailbox: Leased; api: ApiClient }> {
  const agent = await newAgent(mailroom);
  const mailbox = await lease(agent);
  const { body } = await signIn(mailbox.address, mailbox.webmail_password);
  return { agent, mailbox, api: new ApiClient(mailroom.baseUrl, String(body.access_token)) };
}

const isOver = (api: ApiClient) => async () => (await api.call('GET', '/me')).status === 401;

describe('a sign-in with address and password', () => {
  it('gives a credential of twelve hours that reads and sends for that mailbox alone', async () => {
    const agent = await newAgent(mailroom);
    const [mailbox, other] = [await lease(agent), await lease(agent)];
    const { status, body } = await signIn(` ${mailbox.address.toUpperCase()}`, mailbox.webmail_password);
    expect([status, body]).toEqual([
      201,
      {
        access_token: expect.stringMatching(/^mrp_[0-9A-Za-z]{49}$/),
        token_type: 'Bearer',
        expires_in: 43_200,
        expires_at: expect.any(String),
        mailbox_id: mailbox.mailbox_id,
        account_id: mailbox.mailbox_id,
        address: mailbox.address,
      },
    ]);
    expect(Math.abs(Date.parse(body.expires_at) - Date.now() - 43_200_000)).toBeLessThan(60_000);
    const api = new ApiClient(mailroom.baseUrl, body.access_token);
    const me = await api.data('GET', '/me');
    expect(me.principal).toMatchObject({ type: 'mailbox', scopes: ['read', 'send'] });
    expect(me.mailboxes.map(({ id }: { id: number }) => id)).toEqual([mailbox.mailbox_id]);
    const sent = await api.data('POST', '/send', { to: [other.address], subject: 'from the webmail', text: 'hello' });
    expect((await api.data('GET', `/emails/${sent.id}`)).subject).toBe('from the webmail');
    const beyond = [
      await api.call('GET', `/emails?accountId=${other.mailbox_id}`),
      await api.call('POST', '/send', { accountId: other.mailbox_id, to: [mailbox.address], text: 'x' }),
    ];
    expect(beyond.map((answer) => answer.status)).toEqual([404, 404]);
    expect((await api.call('POST', `/mailboxes/${mailbox.mailbox_id}/tokens`, {})).status).toBe(403);
  });

  it('makes nobody a manager: it leases nothing, and binds no wallet', async () => {
    const { api } = await signedIn();
    const client = new HostedClient(mailroom.baseUrl, api.token);
    expect((await client.call('POST', LEASES, {})).status).toBe(403);
    expect((await client.call('GET', '/v2/auth/sessions')).status).toBe(403);
  });

  it('replaces no password: who finds it open does not keep the mailbox', async () => {
    const { api, mailbox } = await signedIn();
    const path = `/v2/mailboxes/accounts/${mailbox.account_id}/credentials/reset`;
    const { status, body } = await new HostedClient(mailroom.baseUrl, api.token).call('POST', path);
    expect([status, body.error]).toEqual([403, 'insufficient_scope']);
    expect(body.fix).toContain('wallet');
    expect((await signIn(mailbox.address, mailbox.webmail_password)).status).toBe(201);
    expect((await api.call('GET', '/me')).status).toBe(200);
  });

  it('leaves nothing behind that a reset does not end: it subscribes no webhook', async () => {
    const { api } = await signedIn();
    const { status, body } = await api.call('POST', '/webhooks', { url: 'http://127.0.0.1:9/hook' });
    expect([status, body.error.type]).toEqual([403, 'insufficient_scope']);
    expect(await api.data('GET', '/webhooks')).toMatchObject({ items: [] });
  });

  it('tells an unknown address from a wrong password by nothing, not even by when it is locked', async () => {
    const { mailbox } = await signedIn();
    const tries = async (address: string) => {
      const answers = [];
      for (let count = 0; count < 12; count += 1) answers.push(await signIn(address, WRONG));
      return answers.map(({ status, body: { error, message, fix }, headers }) => {
        const wait = headers.get('retry-after');
        return { status, error, message, fix, waits: wait !== null && Number(wait) > 3_500 };
      });
    };
    const [known, unknown] = [await tries(mailbox.address), await tries(`no-${mailbox.address}`)];
    expect(unknown).toEqual(known);
    expect(known.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429]);
    expect(known.at(-1)).toMatchObject({ error: 'rate_limited', waits: true });
    expect((await signIn(mailbox.address, mailbox.webmail_password)).status).toBe(429);
  });

  it('counts ten of a hundred wrong passwords that come at once, and says the true wait to the others', async () => {
    const { mailbox } = await signedIn();
    const urls = mailroom.walletUrls;
    const tries = Array.from({ length: 100 }, (_, n) => signIn(mailbox.address, WRONG, urls[n % urls.length]));
    const answers = await Promise.all(tries);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(10);
    const locked = answers.filter(({ status }) => status === 429);
    expect(locked).toHaveLength(90);
    for (const { headers } of locked) expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_500);
    const sql = `select cardinality(failures) as count from failed_sign_in
      where address_hash = sha256(convert_to($1, 'UTF8')) order by network`;
    expect(await behind(mailroom, 'failures', sql, [mailbox.address])).toEqual([{ count: 10 }, { count: 10 }]);
  });

  it('is over within a second of a reset, of a release, and of the end of the lease', async () => {
    const [reset, released, ended] = [await signedIn(), await signedIn(), await signedIn()];
    for (const { api } of [reset, released, ended]) expect((await api.call('GET', '/me')).status).toBe(200);
    await reset.agent.client.data('POST', `/v2/mailboxes/accounts/${reset.mailbox.account_id}/credentials/reset`);
    await released.agent.client.data('POST', `${LEASES}/${released.mailbox.lease_id}/release`);
    await pass(mailroom, ended.mailbox, 3);
    const changed = performance.now();
    for (const { api } of [reset, released, ended]) await until(isOver(api), { what: 'the end of the sign-in' });
    expect(performance.now() - changed).toBeLessThan(2_000);
    expect((await signIn(reset.mailbox.address, reset.mailbox.webmail_password)).status).toBe(403);
    expect((await signIn(released.mailbox.address, released.mailbox.webmail_password)).status).toBe(403);
  });

  it('ends when it is signed out, alone, and again without harm', async () => {
    const { mailbox, api, agent } = await signedIn();
    const again = await signIn(mailbox.address, mailbox.webmail_password);
    const out = (token: string) =>
      fetch(`${mailroom.baseUrl}/v2/mailboxes/sign-out`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      });
    const answer = await out(api.token);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    await until(isOver(api), { what: 'the end of the sign-in' });
    const other = new ApiClient(mailroom.baseUrl, again.body.access_token);
    expect((await other.call('GET', '/me')).status).toBe(200);
    expect((await out(agent.client.token)).status).toBe(403);
    expect((await out('')).status).toBe(401);
  });

  it.each([
    [{ address: 'a@b.example' }, 'mailbox_password'],
    [{ mailbox_password: 'x' }, 'address'],
    [{ address: 7, mailbox_password: 'x' }, 'address'],
    [{ address: 'a'.repeat(321), mailbox_password: 'x' }, 'address'],
    [{ address: 'a@b.example', mailbox_password: 'x'.repeat(129) }, 'mailbox_password'],
  ])('names what is wrong with %j', async (body, field) => {
    const answer = await new HostedClient(mailroom.baseUrl).call('POST', SIGN_IN, body);
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
  });
});

describe('a stranger who knows an address', () => {
  let own: Mailroom;
  beforeAll(async () => {
    const apps = ['wallet-api', 'billing-api', 'mailbox-api'] as const;
    own = await startOwnMailroom({ TRUSTED_PROXIES: '127.0.0.0/8' }, { replicas: 2, apps });
  });
  afterAll(() => own.close());

  let turn = 0;
  const signInFrom = (from: string, address: string, mailbox_password: string) => {
    const url = own.walletUrls[(turn += 1) % own.walletUrls.length] ?? '';
    return new HostedClient(url).call('POST', SIGN_IN, { address, mailbox_password }, { 'x-forwarded-for': from });
  };
  const statusFrom = async (...tried: Parameters<typeof signInFrom>) => (await signInFrom(...tried)).status;
  const repeated = async (count: number, ...tried: Parameters<typeof signInFrom>) => {
    const statuses = [];
    for (let done = 0; done < count; done += 1) statuses.push(await statusFrom(...tried));
    return statuses;
  };

  it('locks the password for its own network alone: neither sign-in nor sending of the owner hears of it', async () => {
    const agent = await newAgent(own);
    const { mailbox_id, address, webmail_password: password } = await lease(agent);
    expect(await repeated(11, '192.0.2.1', address, WRONG)).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
    expect(await statusFrom('192.0.2.200', address, password)).toBe(429);
    expect(await statusFrom('192.0.3.1', address, password)).toBe(201);
    expect(await statusFrom('2001:db8::1', address, password)).toBe(201);
    const mail = { mailbox_id, to: address, subject: 'mine', text: 'Hi.', mailbox_password: password };
    expect((await agent.client.call('POST', '/v2/messages/send', mail)).status).toBe(202);
  });

  it('who tries from many networks is slowed to three tries of each, and the owner gets in with the first', async () => {
    const { address, webmail_password: password } = await lease(await newAgent(own));
    const statuses = [];
    for (let network = 1; network <= 10; network += 1) {
      statuses.push(...(await repeated(10, `198.51.${network}.1`, address, WRONG)));
    }
    expect(new Set(statuses)).toEqual(new Set([403]));
    expect(await repeated(4, '203.0.113.1', address, WRONG)).toEqual([403, 403, 403, 429]);
    const slowed = await signInFrom('203.0.113.1', address, WRONG);
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect(await statusFrom('192.0.2.1', address, password)).toBe(201);
    expect(await repeated(4, '203.0.113.9', `no-${address}`, WRONG)).toEqual([403, 403, 403, 403]);
  });

  it('a reset of the password forgets what was tried with the one before, for every network', async () => {
    const agent = await newAgent(own);
    const { account_id, address } = await lease(agent);
    await repeated(10, '192.0.2.1', address, WRONG);
    const path = `/v2/mailboxes/accounts/${account_id}/credentials/reset`;
    const { webmail_password: password } = await agent.client.data('POST', path);
    expect(await statusFrom('192.0.2.1', address, String(password))).toBe(201);
  });
});
