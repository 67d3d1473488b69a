import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { HostedClient } from './hosted-client.js';
import { ApiClient, startMailroom, type Mailroom } from './mailroom-fixture.js';
import { connectMcp } from './mcp-client.js';
import { challengeFor, ethersWallet, SESSIONS, signedChallenge, signIn, VERIFY, viemWallet } from './wallet-fixture.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

const call = (method: string, path: string, body?: unknown, token = '', url = mailroom.baseUrl) =>
  new HostedClient(url, token).call(method, path, body);

describe('signing in with a wallet', () => {
  it.each([
    ['ethers', ethersWallet],
    ['viem', viemWallet],
  ])('gives a stock wallet of %s a session of an hour, with a tenant of its own and its did', async (_, make) => {
    const wallet = make();
    const session = await signIn(mailroom.baseUrl, wallet);
    expect(session).toEqual({
      access_token: expect.stringMatching(/^mrs_[0-9A-Za-z]{49}$/),
      token_type: 'Bearer',
      expires_in: 3_600,
      agent_id: expect.stringMatching(/^agt_[0-9a-f]{20}$/),
      tenant_id: expect.stringMatching(/^tnt_[0-9a-f]{20}$/),
      did: expect.stringMatching(new RegExp(`^did:pkh:eip155:\\d+:${wallet.address}$`)),
    });
    const account = await call('GET', '/v1/billing/account', undefined, session.access_token);
    expect(account.body).toMatchObject({
      tenantId: session.tenant_id,
      billingState: 'free',
      availableCredits: 0,
      reservedCredits: 0,
    });
    const policy = await call('GET', `/v1/tenants/${session.tenant_id}/send-policy`, undefined, session.access_token);
    expect(policy.body).toMatchObject({ policy: 'internal_only', externalSendAllowed: false });
  });

  it('shows in the challenge the domain, address, chain and times that the installation names, as EIP-4361 writes them', async () => {
    const runtime = (await call('GET', '/v2/meta/runtime')).body;
    const wallet = ethersWallet();
    const { message, nonce, expires_at } = await challengeFor(mailroom.baseUrl, wallet.address);
    const lines = String(message).split('\n');
    expect(lines.slice(0, 3)).toEqual([
      `${runtime.auth.domain} wants you to sign in with your Ethereum account:`,
      wallet.address,
      '',
    ]);
    expect(lines.slice(5, 9)).toEqual([
      `URI: ${runtime.auth.uri}`,
      'Version: 1',
      `Chain ID: ${runtime.chain.caip2.split(':')[1]}`,
      `Nonce: ${nonce}`,
    ]);
    const [issued, expires] = lines.slice(9).map((line) => Date.parse(line.replace(/^[\w ]+: /, '')));
    expect([Number(expires) - Number(issued), Date.parse(expires_at)]).toEqual([300_000, expires]);
    expect(runtime.auth).toMatchObject({ mode: 'siwe', strict: true });
  });

  it('takes the same wallet in upper case, lower case and with its checksum for one, and gives it the same agent', async () => {
    const wallet = viemWallet();
    const upper = `0x${wallet.address.slice(2).toUpperCase()}`;
    const sessions = [];
    for (const address of [wallet.address.toLowerCase(), upper, wallet.address]) {
      sessions.push(await signIn(mailroom.baseUrl, { ...wallet, address }));
    }
    const owners = sessions.map(({ agent_id, tenant_id, did }) => `${agent_id} ${tenant_id} ${did}`);
    expect(new Set(owners).size).toBe(1);
    expect(new Set(sessions.map(({ access_token }) => access_token)).size).toBe(3);
  });

  it('gives two first sign-ins of one wallet at once one tenant', async () => {
    for (let round = 0; round < 3; round++) {
      const wallet = ethersWallet();
      const signed = await Promise.all([1, 2, 3, 4].map(() => signedChallenge(mailroom.baseUrl, wallet)));
      const answers = await Promise.all(signed.map((body) => call('POST', VERIFY, body)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map(({ body }) => `${body.tenant_id} ${body.agent_id}`)).size).toBe(1);
    }
  });

  it.each(['new', 'known'])(
    'gives a hundred parallel verifications of one signature, by every replica, one session: the wallet is %s',
    async (kind) => {
      const wallet = viemWallet();
      if (kind === 'known') await signIn(mailroom.baseUrl, wallet);
      const body = await signedChallenge(mailroom.baseUrl, wallet);
      const urls = mailroom.walletUrls;
      const tries = Array.from({ length: 100 }, (_, index) =>
        call('POST', VERIFY, body, '', urls[index % urls.length] ?? mailroom.baseUrl),
      );
      const answers = await Promise.all(tries);
      const refused = answers.filter(({ status }) => status === 401);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(refused).toHaveLength(99);
      expect(new Set(refused.map(({ body: { error } }) => error))).toEqual(new Set(['invalid_siwe']));
      const { access_token } = answers.find(({ status }) => status === 200)?.body ?? {};
      const { items } = (await call('GET', SESSIONS, undefined, access_token)).body;
      expect(items).toHaveLength(kind === 'new' ? 1 : 2);
    },
  );
});

describe('a session of a wallet', () => {
  it('works on the agent API, the tool protocol and billing as the manager of its own tenant alone', async () => {
    const mine = await signIn(mailroom.baseUrl, ethersWallet());
    const other = await signIn(mailroom.baseUrl, viemWallet());
    const api = new ApiClient(mailroom.baseUrl, mine.access_token);
    expect(await api.data('GET', '/me')).toMatchObject({
      tenantId: mine.tenant_id,
      principal: { type: 'manager', scopes: ['read', 'send'] },
      mailboxes: [],
    });
    const mcp = await connectMcp(mailroom.baseUrl, mine.access_token);
    expect(await mcp.call('whoami')).toMatchObject({ tenantId: mine.tenant_id });
    await mcp.close();
    const foreign = await call('GET', `/v1/tenants/${other.tenant_id}/send-policy`, undefined, mine.access_token);
    expect(foreign.status).toBe(404);
    const mailbox = await mailroom.mailbox();
    expect((await api.call('GET', `/emails?accountId=${mailbox.id}`)).status).toBe(404);
  });

  it('is listed and ended by its owner alone, and works nowhere a second later', async () => {
    const wallet = viemWallet();
    const [first, second] = [await signIn(mailroom.baseUrl, wallet), await signIn(mailroom.baseUrl, wallet)];
    const stranger = await signIn(mailroom.baseUrl, ethersWallet());
    const listed = (await call('GET', SESSIONS, undefined, first.access_token)).body;
    expect(listed).toMatchObject({
      items: [
        { agent_id: first.agent_id, current: false },
        { agent_id: first.agent_id, current: true },
      ],
      next_cursor: null,
    });
    const [{ session_id: id }] = listed.items;
    expect((await call('DELETE', `${SESSIONS}/${id}`, undefined, stranger.access_token)).status).toBe(404);
    const ended = await call('DELETE', `${SESSIONS}/${id}`, undefined, first.access_token);
    expect(ended).toMatchObject({ status: 200, body: { session_id: id, ended_at: expect.any(String) } });
    expect((await call('DELETE', `${SESSIONS}/${id}`, undefined, first.access_token)).body).toEqual(ended.body);
    const endedAt = Date.now();
    const api = new ApiClient(mailroom.baseUrl, second.access_token);
    await until(async () => (await api.call('GET', '/me')).status === 401, { what: 'the session to be over' });
    expect(Date.now() - endedAt).toBeLessThan(2_000);
    for (const [path, code] of [
      [SESSIONS, 'token_revoked'],
      ['/v1/billing/account', 'token_revoked'],
    ]) {
      const isOver = async () => (await call('GET', String(path), undefined, second.access_token)).body.error === code;
      await until(isOver, { what: `${path} to know it` });
    }
    expect((await call('DELETE', `${SESSIONS}/current`, undefined, first.access_token)).status).toBe(200);
    const isOver = async () => (await call('GET', SESSIONS, undefined, first.access_token)).status === 401;
    await until(isOver, { what: 'the other session to be over' });
    const third = await signIn(mailroom.baseUrl, wallet);
    expect((await call('GET', SESSIONS, undefined, third.access_token)).body.items).toHaveLength(1);
  });

  it('is what the list of sessions needs: other credentials are told so', async () => {
    for (const token of [mailroom.manager.token, (await mailroom.mailbox()).api.token]) {
      const { status, body } = await call('GET', SESSIONS, undefined, token);
      expect([status, body]).toMatchObject([403, { error: 'insufficient_scope', request_id: expect.any(String) }]);
    }
    expect((await call('GET', SESSIONS)).body).toMatchObject({ error: 'missing_token', fix: expect.any(String) });
  });

  it('stands in the audit trail, with the wallet, from its beginning to its end', async () => {
    const session = await signIn(mailroom.baseUrl, ethersWallet());
    await call(
      'DELETE',
      `${SESSIONS}/current`,
      undefined,
      (await signIn(mailroom.baseUrl, ethersWallet())).access_token,
    );
    const { items } = await new ApiClient(mailroom.baseUrl, session.access_token).data('GET', '/audit');
    expect(items.map(({ action }: { action: string }) => action)).toEqual(['session.started', 'wallet.created']);
  });
});
