import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_SECRET_KEY } from '@mailroom/testing';
import { startMailroom, type Answer, type Mailroom } from './mailroom-fixture.js';

const command = fileURLToPath(new URL('../dist/ops/ops.js', import.meta.url));

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

const newest = async (size: number): Promise<Answer['body'][]> =>
  (await mailroom.manager.data('GET', `/audit?size=${size}`)).items;

describe('the audit trail', () => {
  it('says who changed which token or mailbox in which request, and never a token', async () => {
    const me = (await mailroom.manager.data('GET', '/me')).principal.tokenId;
    const request = { email: `audited@${mailroom.domain}`, tokenName: 'first' };
    const created = await mailroom.manager.call('POST', '/mailboxes', request);
    const { mailbox, token } = created.body.data;
    await mailroom.manager.data('PATCH', `/mailboxes/${mailbox.id}`, { name: 'Ada', status: 1 });
    const issued = await mailroom.manager.data('POST', `/mailboxes/${mailbox.id}/tokens`, { scopes: ['read'] });
    const bearer = { headers: { authorization: `Bearer ${token.token}` }, method: 'DELETE' };
    const path = `${mailroom.manager.baseUrl}/api/agent/v1/tokens/${token.id}`;
    const revoked = await fetch(path, bearer);
    expect(revoked.status).toBe(200);

    const entries = await newest(5);
    const by = { actor: 'manager', tokenId: me, requestId: expect.stringMatching(/^req_/) };
    expect(entries).toMatchObject([
      { actor: 'mailbox', tokenId: token.id, action: 'token.revoked', targetId: String(token.id) },
      {
        ...by,
        action: 'token.issued',
        targetId: String(issued.id),
        details: { accountId: mailbox.id, scopes: ['read'] },
      },
      { ...by, action: 'mailbox.changed', targetId: String(mailbox.id), details: { name: 'Ada', status: 1 } },
      { ...by, action: 'token.issued', targetType: 'token', targetId: String(token.id), details: { name: 'first' } },
      { ...by, action: 'mailbox.created', targetType: 'mailbox', targetId: String(mailbox.id) },
    ]);
    expect(entries[0].requestId).toBe(revoked.headers.get('x-request-id'));
    expect(entries[4]).toMatchObject({ requestId: created.body.requestId, details: { address: mailbox.email } });
    const text = JSON.stringify(entries);
    for (const secret of [token.token, issued.token]) expect(text).not.toContain(secret);
  });

  it('has nothing of what was refused or changed nothing', async () => {
    const [last] = await newest(1);
    await mailroom.manager.call('POST', '/mailboxes', { email: `audited@${mailroom.domain}` });
    await mailroom.manager.data(
      'PATCH',
      `/mailboxes/${(await mailroom.manager.data('GET', '/mailboxes')).items[0].id}`,
      {},
    );
    await mailroom.manager.call('DELETE', '/tokens/999999');
    expect((await newest(1))[0].id).toBe(last.id);
    const { id, api } = await mailroom.mailbox();
    const token = await mailroom.manager.data('POST', `/mailboxes/${id}/tokens`, {});
    await mailroom.manager.data('DELETE', `/tokens/${token.id}`);
    await mailroom.manager.data('DELETE', `/tokens/${token.id}`);
    expect((await newest(2)).map(({ action }) => action)).toEqual(['token.revoked', 'token.issued']);
    expect((await api.call('GET', '/audit')).status).toBe(403);
  });

  it("names the operator, whose changes are the tenant's to see and no other's", async () => {
    const { id, address } = await mailroom.mailbox();
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      DATABASE_URL: mailroom.databaseUrl,
      MAILROOM_SECRET_KEY: TEST_SECRET_KEY,
    };
    const ops = (...args: string[]) => promisify(execFile)(process.execPath, [command, ...args], { env });
    await ops('tokens', 'issue', mailroom.tenantId);
    await ops('mailboxes', 'disable', address);
    const operator = { actor: 'operator', tokenId: null, requestId: null };
    const [entry, before] = await newest(2);
    expect(before).toMatchObject({ ...operator, action: 'token.issued' });
    expect(entry).toMatchObject({
      ...operator,
      action: 'mailbox.changed',
      targetId: String(id),
      details: { status: 1 },
    });
    const oldest = await mailroom.manager.data('GET', '/audit?timeSort=1&size=1');
    expect(oldest).toMatchObject({ items: [{ actor: 'manager', action: 'mailbox.created' }], hasMore: true });
    const next = await mailroom.manager.data('GET', `/audit?timeSort=1&size=1&cursor=${oldest.nextCursor}`);
    expect(next.items[0].id).toBeGreaterThan(oldest.items[0].id);
    expect((await (await mailroom.stranger()).data('GET', '/audit')).items).toEqual([]);
  });
});
