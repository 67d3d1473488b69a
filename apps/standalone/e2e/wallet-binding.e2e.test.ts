import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { until } from '@mailroom/testing';
import { HostedClient } from './hosted-client.js';
import { newcomer } from './hosted-fixture.js';
import { ApiClient, startMailroom, type Answer, type Mailroom } from './mailroom-fixture.js';
import { SESSIONS, ethersWallet, signedChallenge, signIn, VERIFY, viemWallet, type Signer } from './wallet-fixture.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

/** Verifies with a credential, and returns the whole answer. */
async function verifyWith(credential: string, wallet: Signer): Promise<Answer> {
  const signed = await signedChallenge(mailroom.baseUrl, wallet);
  return new HostedClient(mailroom.baseUrl, credential).call('POST', VERIFY, signed);
}

async function run(sql: string, values: unknown[]): Promise<void> {
  const database = new Database({ url: mailroom.databaseUrl, poolSize: 1 });
  await database.query(statement('test-change', sql), values);
  await database.close();
}

/** A mailbox of the session's tenant. */
async function addMailbox(session: Answer['body']) {
  const name = `w${String(session.tenant_id).slice(4, 16)}`;
  const domain = (await newcomer(mailroom)).address.split('@')[1];
  return new ApiClient(mailroom.baseUrl, session.access_token).data('POST', '/mailboxes', {
    email: `${name}@${domain}`,
  });
}

describe('a wallet that verifies with the credential of a tenant', () => {
  it('is bound to the tenant of a signup by its token, at manager level, and comes back to it without', async () => {
    const ada = await newcomer(mailroom);
    const wallet = ethersWallet();
    const bound = await verifyWith(ada.client.token, wallet);
    expect([bound.status, bound.body.tenant_id]).toEqual([200, ada.tenantId]);
    const me = await new ApiClient(mailroom.baseUrl, bound.body.access_token).data('GET', '/me');
    expect(me).toMatchObject({ tenantId: ada.tenantId, principal: { type: 'manager' } });
    expect(me.mailboxes.map(({ email }: { email: string }) => email)).toEqual([ada.address]);
    const again = await signIn(mailroom.baseUrl, wallet);
    expect(again).toMatchObject({ tenant_id: ada.tenantId, agent_id: bound.body.agent_id });
  });

  it('is bound to the tenant of a manager token, also to one of the operator', async () => {
    const bound = await verifyWith(mailroom.manager.token, viemWallet());
    expect([bound.status, bound.body.tenant_id]).toEqual([200, mailroom.tenantId]);
    const mailbox = await mailroom.mailbox();
    const api = new ApiClient(mailroom.baseUrl, bound.body.access_token);
    expect((await api.call('GET', `/emails?accountId=${mailbox.id}`)).status).toBe(200);
  });

  it('is not bound by the token of a mailbox of the operator, nor by the session of another wallet there', async () => {
    const wallet = viemWallet();
    const mailbox = await mailroom.mailbox();
    expect(await verifyWith(mailbox.api.token, wallet)).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope', fix: expect.any(String), request_id: expect.any(String) },
    });
    const { body: other } = await verifyWith(mailroom.manager.token, ethersWallet());
    expect((await verifyWith(other.access_token, wallet)).status).toBe(403);
    expect((await signIn(mailroom.baseUrl, wallet)).tenant_id).not.toBe(mailroom.tenantId);
  });

  it('is not bound by a mailbox token that a manager of the tenant gave away, nor by a signup token without scopes', async () => {
    const first = await signIn(mailroom.baseUrl, ethersWallet());
    const { token } = await addMailbox(first);
    expect((await verifyWith(token.token, viemWallet())).status).toBe(403);
    const ada = await newcomer(mailroom);
    await run(`update access_token set scopes = '{read}' where tenant_id = $1`, [ada.tenantId]);
    expect((await verifyWith(ada.client.token, viemWallet())).status).toBe(403);
  });

  it('leaves a tenant of its own that holds nothing, with its agent, and its sessions of before end', async () => {
    const wallet = ethersWallet();
    const before = await signIn(mailroom.baseUrl, wallet);
    const owner = await signIn(mailroom.baseUrl, viemWallet());
    const bound = await verifyWith(owner.access_token, wallet);
    expect([bound.status, bound.body]).toMatchObject([
      200,
      { tenant_id: owner.tenant_id, agent_id: before.agent_id, did: before.did },
    ]);
    const isOver = async () =>
      (await new HostedClient(mailroom.baseUrl, before.access_token).call('GET', SESSIONS)).status === 401;
    await until(isOver, { what: 'the session of before to be over' });
    const { items } = (await new HostedClient(mailroom.baseUrl, bound.body.access_token).call('GET', SESSIONS)).body;
    expect(items).toHaveLength(1);
  });

  it.each(['a mailbox', 'a past payment', 'credits'])(
    'stays with a tenant of its own that has %s: 409',
    async (what) => {
      const wallet = viemWallet();
      const before = await signIn(mailroom.baseUrl, wallet);
      if (what === 'a mailbox') await addMailbox(before);
      const tenant = [before.tenant_id];
      if (what === 'credits') await run('update credit_account set available = 5 where tenant_id = $1', tenant);
      if (what === 'a past payment') {
        const entry = `insert into ledger_entry (tenant_id, from_account, to_account, amount, cause_type, cause_id)
        values ($1, 'paid', 'available', 1, 'receipt', 'rcp_' || $1), ($1, 'available', 'spent', 1, 'receipt', 'x' || $1)`;
        await run(entry, tenant);
      }
      const owner = await signIn(mailroom.baseUrl, ethersWallet());
      const signed = await signedChallenge(mailroom.baseUrl, wallet);
      const refused = await new HostedClient(mailroom.baseUrl, owner.access_token).call('POST', VERIFY, signed);
      expect(refused).toMatchObject({ status: 409, body: { error: 'wallet_bound', fix: expect.any(String) } });
      // The challenge is not used up by what failed, and its tenant is the one of before.
      const kept = await new HostedClient(mailroom.baseUrl).data('POST', VERIFY, signed);
      expect(kept.tenant_id).toBe(before.tenant_id);
    },
  );

  it('is refused with a credential that is not good, and the challenge stays open', async () => {
    const wallet = ethersWallet();
    const signed = await signedChallenge(mailroom.baseUrl, wallet);
    const good = (await newcomer(mailroom)).client.token;
    for (const headers of [
      { authorization: 'Bearer mrm_no' },
      { authorization: `Bearer ${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}` },
      { authorization: 'Basic YTpi' },
      { authorization: '' },
      { 'x-agent-token': '' },
      { authorization: `Bearer ${good}`, 'x-agent-token': mailroom.manager.token },
    ]) {
      const answer = await new HostedClient(mailroom.baseUrl).call('POST', VERIFY, signed, headers as never);
      expect([JSON.stringify(headers), answer.status]).toEqual([JSON.stringify(headers), 401]);
    }
    expect(await new HostedClient(mailroom.baseUrl).call('POST', VERIFY, signed)).toMatchObject({ status: 200 });
  });

  it('and another that goes the other way at the same time never wait for each other', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [ethersWallet(), viemWallet()];
      const [a, b] = [await signIn(mailroom.baseUrl, one), await signIn(mailroom.baseUrl, two)];
      const answers = await Promise.all([verifyWith(b.access_token, one), verifyWith(a.access_token, two)]);
      expect(answers.map(({ status }) => status).filter((status) => ![200, 401].includes(status))).toEqual([]);
      expect(answers.some(({ status }) => status === 200)).toBe(true);
    }
  });
});
