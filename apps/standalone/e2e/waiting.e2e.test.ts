import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { until } from '@mailroom/testing';
import { ApiClient } from './api-client.js';
import { startMailroom, startOwnMailroom, type Answer, type Mailroom } from './mailroom-fixture.js';
import { McpSession } from './mcp-session.js';
import { scrape } from './metrics-reader.js';

const lockEmails = statement('test-lock-emails', 'lock table email in access exclusive mode');

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

type Box = Awaited<ReturnType<Mailroom['mailbox']>>;

const mailTo = (box: Box, subject: string, rest: object = {}) =>
  mailroom.send({ from: 'Ada Lovelace <ada@example.org>', to: box.address, subject, text: 'Hello', ...rest });
const wait = (box: Box, body: object = {}) => box.api.data('POST', '/emails/wait', { timeoutSeconds: 20, ...body });

const claim = (box: Box, body: object = {}) =>
  box.api.data('POST', '/tasks/claim-next', { owner: 'a', waitSeconds: 20, ...body });

/**
 * Makes a call and resolves once the call is certainly waiting, in whichever process: each process has given an empty
 * answer to an earlier one.
 */
async function begun<T>(call: () => Promise<T>, box: Box): Promise<{ answer: Promise<T> }> {
  const answer = call();
  for (const _ of mailroom.apiUrls) await wait(box, { timeoutSeconds: 0 });
  return { answer };
}

describe('waiting for an email', () => {
  it('answers with the first one that becomes ready after the call, in full', async () => {
    const box = await mailroom.mailbox();
    await mailTo(box, 'before');
    await mailroom.received(box.api, 'before');
    const { answer } = await begun(() => wait(box), box);
    await mailTo(box, 'after');
    expect(await answer).toMatchObject({
      timedOut: false,
      email: { subject: 'after', plainText: expect.stringContaining('Hello'), task: { status: 'new' } },
    });
  });

  it('says that the time is over, and that at once for a timeout of nothing', async () => {
    const box = await mailroom.mailbox();
    expect(await wait(box, { timeoutSeconds: 0 })).toEqual({ timedOut: true, email: null });
    expect(await wait(box, { timeoutSeconds: 1 })).toEqual({ timedOut: true, email: null });
  });

  it('finds mail that is there also with a timeout of nothing, however long the look takes', async () => {
    const box = await mailroom.mailbox();
    await mailTo(box, 'there');
    const { id } = await mailroom.received(box.api, 'there');
    const database = new Database({ url: mailroom.databaseUrl, poolSize: 1 });
    const answer = await database.sqlTransaction(async (tx) => {
      await tx.query(lockEmails);
      const asked = wait(box, { timeoutSeconds: 0, afterEmailId: id - 1 });
      await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 300))]);
      return { asked };
    });
    expect(await answer.asked).toMatchObject({ timedOut: false, email: { id } });
    await database.close();
  });

  it('passes over mail that does not fit every criterion', async () => {
    const box = await mailroom.mailbox();
    const criteria = { from: 'LOVELACE', subject: 'cafe', has: 'code', to: box.address.slice(0, 6) };
    const { answer } = await begun(() => wait(box, criteria), box);
    await mailTo(box, 'Café', { from: 'bob@example.org', text: 'Your code is 112233' });
    await mailTo(box, 'Another', { text: 'Your code is 112233' });
    await mailTo(box, 'Le Café sans chiffre');
    await mailTo(box, 'Le Café', { text: 'Your verification code is 445566' });
    expect(await answer).toMatchObject({ timedOut: false, email: { subject: 'Le Café', verificationCode: '445566' } });
  });

  it.each([
    ['link', { html: '<a href="https://example.org/verify?t=1">Verify your address</a>' }],
    ['attachment', { attachments: [{ filename: 'a.txt', content: 'x' }] }],
  ])('waits for mail that has a %s', async (has, content) => {
    const box = await mailroom.mailbox();
    const { answer } = await begun(() => wait(box, { has }), box);
    await mailTo(box, 'plain');
    await mailTo(box, `with ${has}`, content);
    expect(await answer).toMatchObject({ email: { subject: `with ${has}` } });
  });

  it('counts what is there already after an id or an instant, oldest first, so that a loop misses nothing', async () => {
    const box = await mailroom.mailbox();
    const start = new Date(Date.now() - 1_000).toISOString();
    for (const subject of ['one', 'two', 'three']) await mailTo(box, subject);
    await mailroom.received(box.api, 'three');
    const seen: string[] = [];
    let afterEmailId = 0;
    for (let round = 0; round < 3; round += 1) {
      const { email } = await wait(box, { afterEmailId });
      seen.push(email.subject);
      afterEmailId = email.id;
    }
    const { answer } = await begun(() => wait(box, { afterEmailId }), box);
    await mailTo(box, 'four');
    seen.push((await answer).email.subject);
    expect(seen.slice(0, 3).sort()).toEqual(['one', 'three', 'two']);
    expect(seen[3]).toBe('four');
    expect((await wait(box, { since: start })).email.subject).toBe(seen[0]);
  });

  it('gives the same email to all who wait for it, and nobody the mail of another mailbox', async () => {
    const [box, other] = [await mailroom.mailbox(), await mailroom.mailbox()];
    const { answer } = await begun(() => Promise.all(Array.from({ length: 20 }, () => wait(box))), box);
    const { answer: elsewhere } = await begun(() => wait(other, { timeoutSeconds: 2 }), other);
    await mailTo(box, 'for many');
    const ids = (await answer).map(({ email }: Answer['body']) => email.id);
    expect(new Set(ids).size).toBe(1);
    expect(await elsewhere).toEqual({ timedOut: true, email: null });
  });

  it.each([
    { timeoutSeconds: 61 },
    { has: 'nothing' },
    { since: 'yesterday' },
    { afterEmailId: -1 },
    { from: '' },
    { x: 1 },
  ])('refuses %j', async (body) => {
    const box = await mailroom.mailbox();
    expect((await box.api.call('POST', '/emails/wait', body)).status).toBe(400);
  });

  it('needs a manager to name the mailbox', async () => {
    const { status, body } = await mailroom.manager.call('POST', '/emails/wait', { timeoutSeconds: 0 });
    expect({ status, type: body.error.type }).toEqual({ status: 400, type: 'account_required' });
  });
});

describe('waiting for a task', () => {
  it('gives one that comes to exactly one of those who wait', async () => {
    const box = await mailroom.mailbox();
    const owners = Array.from({ length: 12 }, (_, index) => `agent-${index}`);
    const { answer } = await begun(
      () => Promise.all(owners.map((owner) => claim(box, { owner, waitSeconds: 6 }))),
      box,
    );
    for (let index = 0; index < 5; index += 1) await mailTo(box, `task ${index}`);
    const claimed = (await answer).filter((email: Answer['body']) => email !== null);
    expect(new Set(claimed.map(({ id }: Answer['body']) => id)).size).toBe(5);
    expect(new Set(claimed.map(({ task }: Answer['body']) => task.leaseOwner)).size).toBe(5);
  });

  it('hears of a task that is released, requeued or set to new', async () => {
    const box = await mailroom.mailbox();
    await mailTo(box, 'back and forth');
    const { id } = await claim(box);
    const { answer: afterRelease } = await begun(() => claim(box, { owner: 'b' }), box);
    await box.api.data('POST', `/emails/${id}/release`, { owner: 'a' });
    expect(await afterRelease).toMatchObject({ id, task: { leaseOwner: 'b' } });
    await box.api.data('PUT', `/emails/${id}/task`, { status: 'handled', owner: 'b' });
    const { answer: afterPut } = await begun(() => claim(box, { owner: 'c' }), box);
    await box.api.data('PUT', `/emails/${id}/task`, { status: 'new' });
    expect(await afterPut).toMatchObject({ id, task: { leaseOwner: 'c' } });
  });

  it('hears of other statuses too, within a second or so', async () => {
    const box = await mailroom.mailbox();
    await mailTo(box, 'for a person');
    const { id } = await claim(box);
    const { answer } = await begun(() => claim(box, { owner: 'clerk', statuses: ['handled'] }), box);
    await box.api.data('PUT', `/emails/${id}/task`, { status: 'handled', owner: 'a' });
    expect(await answer).toMatchObject({ id, task: { leaseOwner: 'clerk' } });
  });

  it('answers a batch with what there is as soon as there is something', async () => {
    const box = await mailroom.mailbox();
    const { answer } = await begun(
      () => box.api.data('POST', '/tasks/claim-batch', { owner: 'a', waitSeconds: 20, limit: 5 }),
      box,
    );
    await mailTo(box, 'one is enough');
    expect((await answer).items).toHaveLength(1);
  });

  it('gives the empty answer when nothing came', async () => {
    const box = await mailroom.mailbox();
    expect(await claim(box, { waitSeconds: 1 })).toBeNull();
    expect(await box.api.data('POST', '/tasks/claim-batch', { waitSeconds: 1 })).toEqual({ items: [] });
  });

  it('leaves no task with a client that went away', async () => {
    const box = await mailroom.mailbox();
    const clients = Array.from({ length: 10 }, () => new AbortController());
    const calls = clients.map(({ signal }) =>
      fetch(`${box.api.baseUrl}/api/agent/v1/tasks/claim-next`, {
        method: 'POST',
        signal,
        headers: { authorization: `Bearer ${box.api.token}`, 'content-type': 'application/json' },
        body: '{"owner":"gone","waitSeconds":20}',
      }).catch(() => 'aborted'),
    );
    for (const _ of mailroom.apiUrls) await wait(box, { timeoutSeconds: 0 });
    for (const client of clients) client.abort();
    expect(await Promise.all(calls)).toEqual(clients.map(() => 'aborted'));
    await mailTo(box, 'nobody there');
    await mailroom.received(box.api, 'nobody there');
    await until(async () => (await box.api.data('GET', '/tasks')).items.length === 1, { what: 'the task to be free' });
    expect(await claim(box, { owner: 'here' })).toMatchObject({ task: { leaseOwner: 'here', attempts: 1 } });
  });
});

describe('a token that is revoked', () => {
  it('gets the empty answer from whatever it waits for, and neither the mail nor the task that comes', async () => {
    const box = await mailroom.mailbox();
    const { token, id } = await mailroom.manager.data('POST', `/mailboxes/${box.id}/tokens`, {});
    const api = new ApiClient(box.api.baseUrl, token);
    const session = await McpSession.begin(mailroom.baseUrl, token);
    const tool = async (name: string, input: object) =>
      (await session.call('tools/call', { name, arguments: input })).result.structuredContent;
    const hosted = async () => {
      const headers = { authorization: `Bearer ${token}` };
      const url = `${mailroom.baseUrl}/v1/mailboxes/self/messages?direction=received&waitSeconds=20`;
      return ((await (await fetch(url, { headers })).json()) as Answer['body']).items;
    };
    const waits = () => [
      api.data('POST', '/emails/wait', { timeoutSeconds: 20 }),
      api.data('POST', '/emails/wait', { timeoutSeconds: 20, afterEmailId: 0 }),
      api.data('POST', '/tasks/claim-next', { owner: 'a', waitSeconds: 20 }),
      api.data('POST', '/tasks/claim-batch', { owner: 'b', waitSeconds: 20 }),
      tool('wait_for_email', { timeoutSeconds: 20 }),
      tool('claim_next_task', { owner: 'c', waitSeconds: 20 }),
      hosted(),
    ];
    const { answer } = await begun(() => Promise.all(waits()), box);
    const before = performance.now();
    await mailroom.manager.data('DELETE', `/tokens/${id}`);
    const nothing = { timedOut: true, email: null };
    expect(await answer).toEqual([nothing, nothing, null, { items: [] }, nothing, { email: null }, []]);
    expect(performance.now() - before).toBeLessThan(5_000);
    await mailTo(box, 'for others');
    expect(await claim(box, { owner: 'here' })).toMatchObject({ task: { leaseOwner: 'here', attempts: 1 } });
  });
});

describe('at shutdown', () => {
  it('whoever waits gets the empty answer', async () => {
    const own = await startOwnMailroom({}, { apps: ['mailbox-api'] });
    const box = await own.mailbox();
    const waits = [
      box.api.data('POST', '/emails/wait', { timeoutSeconds: 60 }),
      box.api.data('POST', '/tasks/claim-next', { waitSeconds: 20 }),
    ];
    // Each of the two has a connection of its own, which must have arrived before the process is asked to stop.
    const waiting = async (gauge: string) => {
      const scraped = await Promise.all(own.apiUrls.map((url) => scrape(url)));
      return scraped.reduce((sum, samples) => sum + (samples.get(gauge) ?? 0), 0);
    };
    for (const gauge of ['mailroom_waiting_for_email', 'mailroom_waiting_for_task'])
      await until(async () => (await waiting(gauge)) === 1, { what: gauge });
    await own.close();
    expect(await Promise.all(waits)).toEqual([{ timedOut: true, email: null }, null]);
  });
});
