import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { until } from '@mailroom/testing';
import { Webhook } from 'standardwebhooks';
import { startHookReceiver, type Hit, type HookReceiver } from './hook-receiver.js';
import { startMailroom, type ApiClient, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let database: Database;
let hook: HookReceiver;
let answer: (hit: Hit) => number | null = () => 200;
let text: (hit: Hit) => string = () => '';
beforeAll(async () => {
  mailroom = await startMailroom();
  database = new Database({ url: mailroom.databaseUrl, poolSize: 2 });
  hook = await startHookReceiver(
    (hit) => answer(hit),
    0,
    (hit) => text(hit),
  );
});
afterAll(async () => {
  await database.close();
  await mailroom.close();
  hook.close();
});

let hooks = 0;

/** A mailbox with a webhook that answers like this, and the hits on it. */
async function hooked(statusOf: (hit: Hit) => number | null) {
  answer = statusOf;
  const path = `/hook${(hooks += 1)}`;
  const box = await mailroom.mailbox();
  const { webhookId, secret } = await box.api.data('POST', '/webhooks', { url: hook.origin + path });
  return {
    ...box,
    webhookId: Number(webhookId),
    secret: String(secret),
    mine: () => hook.hits.filter((hit) => hit.path === path),
  };
}

const receive = async (box: { api: ApiClient; address: string }, subject: string) => {
  await mailroom.send({ from: 'a@example.org', to: box.address, subject, text: 'x' });
  return mailroom.received(box.api, subject);
};

const deliveries = async (api: ApiClient, webhookId: number, parameters = '') =>
  api.data('GET', `/webhooks/${webhookId}/deliveries${parameters}`);

describe('the deliveries of a webhook', () => {
  it('are listed newest first with what became of them, page by page', async () => {
    const box = await hooked((hit) => (hit.body.includes('"one"') ? 200 : 500));
    const one = await receive(box, 'one');
    await receive(box, 'two');
    const list = () => deliveries(box.api, box.webhookId);
    await until(async () => (await list()).items.length === 2 && (await list()).items[0].lastStatus !== null);
    const { items } = await list();
    expect(items).toEqual([
      expect.objectContaining({ type: 'email.received', status: 'pending', lastStatus: 500, finishedAt: null }),
      {
        id: expect.any(Number),
        eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: 'email.received',
        emailId: one.id,
        status: 'succeeded',
        attempts: 1,
        lastStatus: 200,
        lastError: null,
        nextAttemptAt: null,
        createdAt: expect.stringMatching(/Z$/),
        finishedAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect(Date.parse(items[0].nextAttemptAt)).not.toBeNaN();
    const page = await deliveries(box.api, box.webhookId, '?size=1');
    expect(page).toMatchObject({ items: [{ id: items[0].id }], hasMore: true, nextCursor: items[0].id });
    const rest = await deliveries(box.api, box.webhookId, `?size=1&cursor=${page.nextCursor}`);
    expect(rest).toMatchObject({ items: [{ id: items[1].id }], hasMore: false, nextCursor: null });
  });

  it('can be made again, with the same id', async () => {
    const box = await hooked(() => 200);
    await receive(box, 'again');
    const first = async () => (await deliveries(box.api, box.webhookId)).items[0];
    await until(async () => (await first())?.status === 'succeeded');
    const { id } = await first();
    const path = `/webhooks/${box.webhookId}/deliveries/${id}/replay`;
    expect(await box.api.data('POST', path)).toMatchObject({ id, status: 'pending', attempts: 0, finishedAt: null });
    await until(async () => (await first()).status === 'succeeded');
    const ids = box.mine().map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  it('are not made again for another webhook, nor for a disabled one', async () => {
    const [box, other] = [await hooked(() => 200), await hooked(() => 200)];
    await receive(box, 'mine');
    await until(async () => (await deliveries(box.api, box.webhookId)).items.length === 1);
    const { id } = (await deliveries(box.api, box.webhookId)).items[0];
    for (const deliveryId of [id, 999_999]) {
      const path = `/webhooks/${other.webhookId}/deliveries/${deliveryId}/replay`;
      expect((await other.api.call('POST', path)).body.error.type).toBe('not_found');
    }
    await database.query(statement('test-disable', 'update webhook set status = 1 where id = $1'), [box.webhookId]);
    const refused = await box.api.call('POST', `/webhooks/${box.webhookId}/deliveries/${id}/replay`);
    expect([refused.status, refused.body.error.type]).toEqual([400, 'invalid_request']);
  });
});

describe('one delivery of a webhook', () => {
  const only = async (box: { api: ApiClient; webhookId: number }) => {
    const { items } = await deliveries(box.api, box.webhookId);
    return items[0] && box.api.data('GET', `/webhooks/${box.webhookId}/deliveries/${items[0].id}`);
  };

  it('shows what the endpoint is told, and each try with the beginning of its answer', async () => {
    text = (hit) => (hit.body.includes('"shown"') ? `not \0 now ${'x'.repeat(5_000)}` : '');
    const box = await hooked(() => (box.mine().length === 1 ? 503 : 200));
    await receive(box, 'shown');
    await until(async () => (await only(box))?.tries.length === 1);
    const { id } = await only(box);
    await box.api.data('POST', `/webhooks/${box.webhookId}/deliveries/${id}/replay`);
    await until(async () => (await only(box)).status === 'succeeded');
    const { tries, request, ...delivery } = await only(box);
    expect((await deliveries(box.api, box.webhookId)).items).toEqual([delivery]);
    const [first, second] = tries;
    expect([tries.length, first, second]).toEqual([
      2,
      {
        at: expect.stringMatching(/Z$/),
        status: 503,
        error: 'The endpoint answered 503.',
        tookMs: expect.any(Number),
        answer: expect.stringMatching(/^not \ufffd now x{100}/),
      },
      expect.objectContaining({ status: 200, error: null }),
    ]);
    expect(first.answer).toHaveLength(1_024);
    expect(Date.parse(first.at)).toBeLessThan(Date.parse(second.at));
    expect(request).toMatchObject({ method: 'POST', url: hook.origin + box.mine()[0]?.path });
    expect(JSON.parse(request.body)).toMatchObject({ type: 'email.received', data: { email: { subject: 'shown' } } });
    text = () => '';
  });

  it('tells an endpoint without an answer from one that refused, and says that its email is gone', async () => {
    const box = await hooked(() => 200);
    const { port } = await startAndStop();
    const { webhookId } = await box.api.data('POST', '/webhooks', { url: `http://127.0.0.1:${port}/nobody` });
    const email = await receive(box, 'unheard');
    const lost = { api: box.api, webhookId: Number(webhookId) };
    await until(async () => (await only(lost))?.tries.length === 1);
    expect((await only(lost)).tries).toMatchObject([
      { status: null, answer: null, error: expect.stringContaining('ECONNREFUSED') },
    ]);
    await mailroom.manager.data('DELETE', `/emails/${email.id}`);
    expect(await only(lost)).toMatchObject({ emailId: email.id, request: { method: 'POST', body: null } });
  });

  it('is nobody else’s, whoever names its number', async () => {
    const [box, other] = [await hooked(() => 200), await hooked(() => 200)];
    await receive(box, 'private');
    await until(async () => (await only(box))?.tries.length === 1);
    const { id } = await only(box);
    const paths = [`/webhooks/${box.webhookId}/deliveries/${id}`, `/webhooks/${other.webhookId}/deliveries/${id}`];
    for (const path of [...paths, `/webhooks/${other.webhookId}/deliveries/999999`]) {
      expect((await other.api.call('GET', path)).body.error.type).toBe('not_found');
    }
  });
});

/** A port where nobody listens. */
async function startAndStop() {
  const receiver = await startHookReceiver();
  receiver.close();
  return receiver;
}

describe('a test event', () => {
  it('is delivered at once, signed, and kept nowhere', async () => {
    const box = await hooked(() => 204);
    const outcome = await box.api.data('POST', `/webhooks/${box.webhookId}/test`);
    const [hit] = box.mine();
    expect(outcome).toEqual({ eventId: hit?.headers['webhook-id'], delivered: true, status: 204, error: null });
    const verified = new Webhook(box.secret).verify(hit?.body ?? '', hit?.headers as Record<string, string>);
    expect(verified).toMatchObject({ type: 'webhook.test', data: { webhookId: box.webhookId, accountId: box.id } });
    expect((await deliveries(box.api, box.webhookId)).items).toEqual([]);
  });

  it('that fails says how, and changes nothing', async () => {
    const box = await hooked(() => 500);
    const failed = { delivered: false, status: 500, error: 'The endpoint answered 500.' };
    expect(await box.api.data('POST', `/webhooks/${box.webhookId}/test`)).toMatchObject(failed);
    const { webhookId } = await box.api.data('POST', '/webhooks', { url: 'http://127.0.0.1:1/' });
    const nobody = { delivered: false, status: null, error: expect.stringContaining('ECONNREFUSED') };
    expect(await box.api.data('POST', `/webhooks/${webhookId}/test`)).toMatchObject(nobody);
    expect((await box.api.data('GET', '/webhooks')).items).toMatchObject([{ status: 0, lastStatus: null }, {}]);
  });

  it('goes to no address that deliveries may not go to, even where the endpoint was moved there', async () => {
    const box = await hooked(() => 200);
    const move = statement('test-move', 'update webhook set url = $2 where id = $1');
    await database.query(move, [box.webhookId, 'http://169.254.169.254/latest']);
    const refused = await box.api.data('POST', `/webhooks/${box.webhookId}/test`);
    expect(refused).toMatchObject({ delivered: false, error: expect.stringContaining('private address') });
  });

  it('is one at a time', async () => {
    const box = await hooked(() => null);
    const first = box.api.call('POST', `/webhooks/${box.webhookId}/test`);
    await until(() => box.mine().length === 1);
    const second = await box.api.call('POST', `/webhooks/${box.webhookId}/test`);
    expect([second.status, second.body.error.type, second.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '1',
    ]);
    answer = () => 200;
    hook.hangUp();
    expect((await first).status).toBe(200);
  });
});

describe('a rotated secret', () => {
  it('signs beside the old one for a day, and alone afterwards', async () => {
    const box = await hooked(() => 200);
    const rotated = await box.api.data('POST', `/webhooks/${box.webhookId}/rotate-secret`);
    expect(rotated).toMatchObject({ webhookId: box.webhookId, secret: expect.stringMatching(/^whsec_/) });
    expect(Date.parse(rotated.previousSecretUntil)).toBeGreaterThan(Date.now() + 86_000_000);
    const list = JSON.stringify(await box.api.data('GET', '/webhooks'));
    for (const secret of [rotated.secret, box.secret]) expect(list).not.toContain(secret);
    const verify = (secret: string) => {
      const hit = box.mine().at(-1);
      return () => new Webhook(secret).verify(hit?.body ?? '', hit?.headers as Record<string, string>);
    };
    await receive(box, 'both');
    await until(() => box.mine().length === 1);
    for (const secret of [rotated.secret, box.secret]) expect(verify(secret)).not.toThrow();
    const passed = statement('test-day', `update webhook set previous_secret_until = now() where id = $1`);
    await database.query(passed, [box.webhookId]);
    await receive(box, 'alone');
    await until(() => box.mine().length === 2);
    expect(verify(rotated.secret)).not.toThrow();
    expect(verify(box.secret)).toThrow();
  });
});
