import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import nodemailer from 'nodemailer';
import { EventReader } from './event-reader.js';
import { startHookReceiver, type HookReceiver } from './hook-receiver.js';
import { ApiClient, startMailroom, type Answer, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let hook: HookReceiver;
beforeAll(async () => {
  mailroom = await startMailroom();
  hook = await startHookReceiver();
});
afterAll(async () => {
  hook.close();
  await mailroom.close();
});

type Box = Awaited<ReturnType<Mailroom['mailbox']>>;

/** The mailbox through each replica of the API, past the balancer. */
function both(api: ApiClient): [ApiClient, ApiClient] {
  const [one = '', two = ''] = mailroom.apiUrls;
  expect(one).not.toBe(two);
  return [new ApiClient(one, api.token), new ApiClient(two, api.token)];
}

/** Delivers by SMTP through that replica. */
async function mailThrough(replica: number, box: Box, subject: string): Promise<void> {
  const port = mailroom.smtpPorts[replica];
  if (port === undefined) throw new Error(`There is no replica ${replica}.`);
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port, tls: { rejectUnauthorized: false } });
  await transport.sendMail({ from: 'ada@example.org', to: box.address, subject, text: 'Hello' });
  transport.close();
}

const subjects = (reader: EventReader) =>
  reader.events.map(({ data }) => (data.data.email as { subject: string } | null)?.subject);

describe('two replicas of every app', () => {
  it('wake a claim that waits at either, for mail through either, and for a task that the other one frees', async () => {
    const box = await mailroom.mailbox();
    const [one, two] = both(box.api);
    const claim = async (api: ApiClient, owner: string) => {
      const answer = api.data('POST', '/tasks/claim-next', { owner, waitSeconds: 20 });
      // This request came later and was answered, so the other one is waiting.
      await api.data('POST', '/tasks/claim-next', { owner });
      return { answer };
    };
    for (const [api, replica] of [
      [one, 0],
      [two, 0],
      [one, 1],
      [two, 1],
    ] as const) {
      const { answer } = await claim(api, 'a');
      await mailThrough(replica, box, `by ${replica}`);
      expect(await answer).toMatchObject({ subject: `by ${replica}` });
    }
    await mailThrough(0, box, 'freed');
    const { id } = await one.data('POST', '/tasks/claim-next', { owner: 'first', waitSeconds: 20 });
    const { answer } = await claim(two, 'second');
    await one.data('POST', `/emails/${id}/release`, { owner: 'first' });
    expect(await answer).toMatchObject({ id, task: { leaseOwner: 'second' } });
  });

  it('give each of many tasks to one of the agents that claim at both', async () => {
    const box = await mailroom.mailbox();
    const count = 40;
    for (let mail = 0; mail < count; mail += 1) await mailThrough(mail % 2, box, `task ${mail}`);
    await until(async () => (await box.api.data('GET', '/tasks/stats')).total === count);
    const claimed: number[] = [];
    const work = async (api: ApiClient, owner: string) => {
      for (;;) {
        const email = await api.data('POST', '/tasks/claim-next', { owner });
        if (email === null) return;
        claimed.push(email.id);
      }
    };
    const apis = both(box.api);
    await Promise.all(apis.flatMap((api, replica) => [0, 1, 2, 3].map((n) => work(api, `agent-${replica}-${n}`))));
    expect([claimed.length, new Set(claimed).size]).toEqual([count, count]);
  });

  it('resume a stream of events where the other one left it, with nothing missed, and repeats that can be told', async () => {
    const box = await mailroom.mailbox();
    const [one, two] = both(box.api);
    // Transactions of other tenants that are still running may hold the position back (ADR 0021).
    const seen = new Map<unknown, string | undefined>();
    let lastEventId = '';
    for (let round = 0; round < 6; round += 1) {
      const api = round % 2 === 0 ? one : two;
      const reader = await EventReader.open(api.baseUrl, api.token, {
        query: '?types=email.received',
        ...(lastEventId !== '' && { lastEventId }),
      });
      await until(() => reader.lastEventId !== '');
      await mailThrough(round % 2, box, `live ${round}`);
      await until(() => subjects(reader).includes(`live ${round}`));
      reader.close();
      subjects(reader).forEach((subject, at) => seen.set(reader.events[at]?.data.id, subject));
      lastEventId = reader.lastEventId;
      await mailThrough(1 - (round % 2), box, `missed ${round}`);
      await mailroom.received(box.api, `missed ${round}`);
    }
    const expected = Array.from({ length: 6 }, (_, round) => [
      ...(round > 0 ? [`missed ${round - 1}`] : []),
      `live ${round}`,
    ]);
    expect([...seen.values()]).toEqual(expected.flat());
  });

  it('send once for an idempotency key that is used at both at the same time', async () => {
    const box = await mailroom.mailbox();
    const apis = both(box.api);
    const mail = { to: ['bob@example.org'], text: 'once', idempotencyKey: 'raced' };
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => apis[n % 2 === 0 ? 0 : 1].call('POST', '/send', mail)),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data?.id}`)).size).toBe(1);
    expect((await box.api.data('GET', '/emails?type=1')).items).toHaveLength(1);
  });

  it('refuse a token that was revoked at the other', async () => {
    const box = await mailroom.mailbox();
    const [one, two] = both(box.api);
    for (const api of [one, two]) expect((await api.call('GET', '/me')).status).toBe(200);
    const { principal } = await one.data('GET', '/me');
    await one.data('DELETE', `/tokens/${principal.tokenId}`);
    let answer: Answer = await two.call('GET', '/me');
    await until(async () => (answer = await two.call('GET', '/me')).status !== 200, { timeoutMs: 5_000 });
    expect([answer.status, answer.body.error.type]).toEqual([401, 'token_revoked']);
  });

  it('send nothing for a mailbox that was disabled at the other, from that moment on', async () => {
    const box = await mailroom.mailbox();
    const [one, two] = both(box.api);
    const mail = { to: ['bob@example.org'], text: 'x' };
    for (const api of [one, two]) await api.data('POST', '/send', mail);
    const [first] = both(mailroom.manager);
    await first.data('PATCH', `/mailboxes/${box.id}`, { status: 1 });
    for (const api of [one, two]) {
      const { status, body } = await api.call('POST', '/send', mail);
      expect([status, body.error?.type]).toEqual([403, 'policy_suspended']);
    }
  });

  it('deliver inside once, and post each webhook once', async () => {
    const [from, to] = [await mailroom.mailbox(), await mailroom.mailbox()];
    await to.api.data('POST', '/webhooks', { url: `${hook.origin}/` });
    const count = 30;
    const apis = both(from.api);
    await Promise.all(
      Array.from({ length: count }, (_, n) =>
        apis[n % 2 === 0 ? 0 : 1].data('POST', '/send', { to: [to.address], subject: `inside ${n}`, text: 'x' }),
      ),
    );
    await until(async () => (await to.api.data('GET', '/tasks/stats')).total >= count);
    await until(() => hook.hits.length >= count, { what: 'every webhook' });
    const { webhookId } = (await to.api.data('GET', '/webhooks')).items[0];
    const settled = async () =>
      (await to.api.data('GET', `/webhooks/${webhookId}/deliveries?size=50`)).items.every(
        ({ status }: Answer['body']) => status === 'succeeded',
      );
    await until(settled, { what: 'every delivery to be recorded' });
    const { items } = await to.api.data('GET', '/emails?size=50');
    expect(new Set(items.map(({ subject }: Answer['body']) => subject)).size).toBe(count);
    const ids = hook.hits.map(({ headers }) => headers['webhook-id']);
    expect([items.length, ids.length, new Set(ids).size]).toEqual([count, count, count]);
  });
});
