import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { until } from '@mailroom/testing';
import { Webhook } from 'standardwebhooks';
import { startHookReceiver, type HookReceiver } from './hook-receiver.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let database: Database;
const hooks: HookReceiver[] = [];
beforeAll(async () => {
  mailroom = await startMailroom();
  database = new Database({ url: mailroom.databaseUrl, poolSize: 2 });
});
afterEach(() => {
  for (const hook of hooks.splice(0)) hook.close();
});
afterAll(async () => {
  await database.close();
  await mailroom.close();
});

const makeDue = statement(
  'test-webhooks-due',
  `update webhook_delivery set next_attempt_at = now() where status = 'pending' and lease_expires_at is null`,
);

/** A receiver that decides on an answer for each hit; null never answers. */
async function receiver(...options: Parameters<typeof startHookReceiver>) {
  const hook = await startHookReceiver(...options);
  hooks.push(hook);
  return { ...hook, url: `${hook.origin}/hook` };
}

const list = async (api: { data(method: string, path: string): Promise<{ items: Record<string, unknown>[] }> }) =>
  (await api.data('GET', '/webhooks')).items[0] ?? {};

describe('a webhook', () => {
  it('is told of an email once, whole, and signed so that the standard library accepts it', async () => {
    const { api, address, id } = await mailroom.mailbox();
    const { url, hits } = await receiver(() => 204);
    const { secret, ...created } = await api.data('POST', '/webhooks', { url, name: 'mine' });
    expect(JSON.stringify(await api.data('GET', '/webhooks'))).not.toContain(secret);
    await mailroom.send({ from: 'a@example.org', to: address, subject: 'hook', text: 'the body' });
    await until(() => hits.length === 1);
    const hit = hits[0] ?? { headers: {}, body: '' };
    const verified = new Webhook(secret).verify(hit.body, hit.headers as Record<string, string>);
    expect(verified).toMatchObject({
      type: 'email.received',
      data: { accountId: id, email: { subject: 'hook', task: { status: 'new', attempts: 0, leaseOwner: '' } } },
    });
    expect(() => new Webhook(secret).verify(`${hit.body} `, hit.headers as Record<string, string>)).toThrow();
    await until(async () => (await list(api)).lastStatus === 204);
    expect(await list(api)).toMatchObject({ webhookId: created.webhookId, lastError: null, status: 0 });
    expect(hits).toHaveLength(1);
  });

  it('that was down gets what it missed when it is back', async () => {
    const { api, address } = await mailroom.mailbox();
    const gone = await receiver(() => 200);
    gone.close();
    await api.data('POST', '/webhooks', { url: gone.url });
    await mailroom.send({ from: 'a@example.org', to: address, subject: 'missed', text: 'x' });
    await until(async () => (await list(api)).lastError !== null);
    const back = await receiver(() => 200, gone.port);
    await until(async () => {
      await database.query(makeDue);
      return back.hits.length > 0;
    });
    expect(back.hits[0]?.body).toContain('missed');
    await until(async () => (await list(api)).lastStatus === 200);
  });

  it.each([
    [500, 0],
    [302, 0],
    [410, 1],
  ])('that answers %i has failed, and its status is then %i', async (answer, status) => {
    const { api, address } = await mailroom.mailbox();
    const { url, hits } = await receiver(() => answer);
    await api.data('POST', '/webhooks', { url });
    await mailroom.send({ from: 'a@example.org', to: address, subject: 'fails', text: 'x' });
    await until(async () => (await list(api)).lastStatus === answer);
    expect(await list(api)).toMatchObject({ status, lastError: `The endpoint answered ${answer}.` });
    expect(hits.every(({ headers }) => headers['webhook-id'] === hits[0]?.headers['webhook-id'])).toBe(true);
  });

  it('that never answers delays no other', async () => {
    const [slow, fast] = [await mailroom.mailbox(), await mailroom.mailbox()];
    const hanging = await receiver(() => null);
    const quick = await receiver(() => 200);
    await slow.api.data('POST', '/webhooks', { url: hanging.url });
    await fast.api.data('POST', '/webhooks', { url: quick.url });
    for (let mail = 0; mail < 30; mail += 1) {
      await mailroom.send({ from: 'a@example.org', to: [slow.address, fast.address], subject: `m${mail}`, text: 'x' });
    }
    await until(() => quick.hits.length === 30);
    expect(hanging.hits.length).toBeGreaterThan(0);
  });

  it('of the whole tenant hears of every mailbox, and after its deletion of none', async () => {
    const { address } = await mailroom.mailbox();
    const { url, hits } = await receiver(() => 200);
    const { webhookId, accountId } = await mailroom.manager.data('POST', '/webhooks', { url });
    expect(accountId).toBeNull();
    await mailroom.send({ from: 'a@example.org', to: address, subject: 'wide', text: 'x' });
    await until(() => hits.length === 1);
    await mailroom.manager.data('DELETE', `/webhooks/${webhookId}`);
    const { api, address: next } = await mailroom.mailbox();
    await mailroom.send({ from: 'a@example.org', to: next, subject: 'after', text: 'x' });
    await mailroom.received(api, 'after');
    expect(hits).toHaveLength(1);
  });

  it.each([
    'ftp://127.0.0.1/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest',
    'http://[fd00::1]/',
    'http://u:p@127.0.0.1/',
    'http://0.0.0.0/',
    'nonsense',
  ])('can not be %s', async (url) => {
    const { api } = await mailroom.mailbox();
    const { status, body } = await api.call('POST', '/webhooks', { url });
    expect([status, body.error.type]).toEqual([400, 'invalid_request']);
  });
});
