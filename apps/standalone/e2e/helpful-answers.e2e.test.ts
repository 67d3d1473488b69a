import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let box: Awaited<ReturnType<Mailroom['mailbox']>>;
beforeAll(async () => {
  mailroom = await startMailroom();
  box = await mailroom.mailbox();
});
afterAll(() => mailroom.close());

describe('an answer', () => {
  it('names the parameters of the query that it took no notice of', async () => {
    const { body } = await box.api.call('GET', '/emails?limit=5&size=5&Cursor=1');
    expect(body).toMatchObject({ ok: true, meta: { ignored: ['limit', 'Cursor'] } });
    expect((await box.api.call('GET', '/emails?size=5')).body.meta).toBeUndefined();
    expect((await box.api.call('GET', '/me?x=1')).body.meta).toEqual({ ignored: ['x'] });
  });

  it('says who a token is that may only send', async () => {
    const { token } = await mailroom.manager.data('POST', `/mailboxes/${box.id}/tokens`, { scopes: ['send'] });
    const sender = new ApiClient(mailroom.baseUrl, token);
    expect((await sender.data('GET', '/me')).principal.scopes).toEqual(['send']);
    expect((await sender.call('GET', '/emails')).status).toBe(403);
  });
});

describe('a refusal', () => {
  it('says the type first where a field has another', async () => {
    const wrong: [string, object, string, RegExp][] = [
      ['/send', { to: ['a@b.example'], text: 'x', subject: 7 }, 'subject', /^must be a string/],
      ['/send', { to: 'a@b.example', text: 'x' }, 'to', /^must be an array/],
      ['/tasks/claim-next', { ttlSeconds: '60' }, 'ttlSeconds', /^must be an integer/],
      ['/emails/wait', { afterEmailId: 'x' }, 'afterEmailId', /^must be an integer/],
    ];
    for (const [path, body, field, message] of wrong) {
      const { errors } = (await box.api.call('POST', path, body)).body.error;
      expect(errors).toEqual([{ field, message: expect.stringMatching(message) }]);
    }
  });

  it('always says what to do next', async () => {
    const nobody = new ApiClient(mailroom.baseUrl, '');
    const { address, id } = box;
    const calls: [ApiClient, string, string, unknown?, Record<string, string>?][] = [
      [box.api, 'GET', '/emails?size=0'],
      [box.api, 'GET', '/emails?cursor=x'],
      [mailroom.manager, 'GET', '/emails'],
      [nobody, 'GET', '/me'],
      [box.api, 'GET', '/audit'],
      [box.api, 'GET', '/emails/999999'],
      [box.api, 'GET', '/nowhere'],
      [mailroom.manager, 'POST', '/mailboxes', { email: address }],
      [box.api, 'POST', '/send', { text: 'x', to: [address] }, { 'content-type': 'text/plain' }],
      [mailroom.manager, 'PATCH', `/mailboxes/${id}`, { name: 'x'.repeat(300_000) }],
    ];
    const seen = new Set<number>();
    for (const [client, method, path, body, headers] of calls) {
      const answer = await client.call(method, path, body, headers);
      seen.add(answer.status);
      expect({ path, fix: answer.body.error?.fix }).toEqual({ path, fix: expect.stringMatching(/^[A-Z].*\.$/) });
    }
    expect([...seen].sort()).toEqual([400, 401, 403, 404, 409, 413, 415]);
  });
});
