import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database } from '@mailroom/database';
import { fail, until } from '@mailroom/testing';
import { Webhook } from 'standardwebhooks';
import { WALK_START } from '../src/delivery-claim.repository.js';
import { scheduledEvent } from '../src/notices.js';
import { DispatcherFixture } from './dispatcher-fixture.js';

/** No endpoint is known to have more or less room than at first, and no tenant has anything under way. */
const unknown = [
  { webhookIds: [], rooms: [] },
  { tenantIds: [], rooms: [], otherwise: 128 },
] as const;

let under: DispatcherFixture;
beforeAll(async () => {
  under = await DispatcherFixture.open();
});
beforeEach(() => under.begin());
afterEach(async () => {
  expect(await under.finish()).toEqual([]);
});
afterAll(() => under.close());

describe('a delivery', () => {
  it('is one signed POST of the email, which the standard library verifies', async () => {
    const receiver = await under.receive();
    const { id, secret } = await under.subscribe(receiver.url());
    const [event] = await under.mail();
    await under.settled(id, 'succeeded');
    const [hit] = receiver.hits;
    expect(hit?.headers['webhook-id']).toBe(event?.id);
    expect(new Webhook(secret).verify(hit?.body ?? '', hit?.headers ?? {})).toMatchObject({
      type: 'email.received',
      timestamp: event?.occurredAt,
      data: {
        accountId: under.mailboxId,
        emailId: event?.payload.emailId,
        email: {
          id: event?.payload.emailId,
          subject: 'email 1',
          plainText: '',
          attachments: [],
          task: { status: 'new' },
        },
      },
    });
    expect(await under.state(id)).toMatchObject({ status: 0, lastStatus: 204, lastError: null, failingSince: null });
  });

  it('goes to the mailbox and its tenant, once each, and to no other mailbox', async () => {
    const receiver = await under.receive();
    const other = await under.anotherMailbox();
    const [own, wide] = [
      await under.subscribe(receiver.url('/own')),
      await under.subscribe(receiver.url('/wide'), null),
    ];
    const foreign = await under.subscribe(receiver.url('/foreign'), other);
    await under.mail();
    await under.settled(own.id, 'succeeded');
    await under.settled(wide.id, 'succeeded');
    expect(receiver.hits.map(({ path }) => path).sort()).toEqual(['/own', '/wide']);
    expect(await under.deliveriesOf(foreign.id)).toEqual([]);
    await under.remove(wide.id);
  });

  it('is made once however often its event is consumed', async () => {
    const receiver = await under.receive();
    const { id } = await under.subscribe(receiver.url());
    const [event] = await under.mail();
    await under.settled(id, 'succeeded');
    for (let again = 0; again < 3; again += 1) {
      await under.consumed();
      await under.bus.publish(event ? [event] : []);
    }
    await under.consumed();
    expect(await under.deliveriesOf(id)).toHaveLength(1);
    expect(receiver.hits).toHaveLength(1);
  });

  it('leaves bodies above 256 KiB out and says so', async () => {
    const receiver = await under.receive();
    const { id } = await under.subscribe(receiver.url());
    const [emailId = 0] = await under.emails(1);
    await under.giveText(emailId, 'ä'.repeat(140_000));
    await under.bus.publish([under.received(emailId)]);
    await under.settled(id, 'succeeded');
    const { data } = JSON.parse(receiver.hits[0]?.body ?? '') as { data: { email: object; bodyTruncated: boolean } };
    expect(data.bodyTruncated).toBe(true);
    expect(data.email).toMatchObject({ plainText: '', html: '', extractedText: '', bodyAvailable: false });
  });

  it('of an email that is gone ends, and says nothing against the endpoint', async () => {
    const receiver = await under.receive();
    const { id } = await under.subscribe(receiver.url());
    await under.bus.publish([under.received(999_999_999)]);
    await under.settled(id, 'failed');
    expect(await under.deliveriesOf(id)).toMatchObject([{ lastError: 'The email was deleted.' }]);
    expect(await under.state(id)).toMatchObject({ status: 0, lastError: null, failingSince: null, tried: false });
    expect(receiver.hits).toEqual([]);
  });
});

describe('an email that can not be read', () => {
  it('for a while costs its delivery no attempt, and the endpoint is told soon after', async () => {
    const away = new Database({ url: 'postgres://nobody@127.0.0.1:1/none' });
    await under.stop();
    await under.start(60_000, away);
    const receiver = await under.receive();
    const { id } = await under.subscribe(receiver.url());
    await under.mail();
    await until(async () => (await under.deliveriesOf(id)).some(({ leased }) => !leased), { timeoutMs: 8_000 });
    const [waiting] = await under.deliveriesOf(id);
    expect(waiting).toMatchObject({ status: 'pending', attempts: 0 });
    expect(waiting?.dueInSeconds).toBeGreaterThan(1);
    expect(under.takeErrors()).toMatchObject([{ code: 'unavailable' }]);
    await under.stop();
    await under.start();
    await under.settled(id, 'succeeded');
    expect(await under.deliveriesOf(id)).toMatchObject([{ attempts: 1 }]);
    await away.close();
  }, 30_000);

  it('for itself holds up none that is read with it, and is given up like an endpoint that never answers', async () => {
    const [receiver, other] = [await under.receive(), await under.receive()];
    const { id } = await under.subscribe(receiver.url());
    const neighbour = await under.subscribe(other.url());
    const [spoilt = 0, fine = 0] = await under.emails(2);
    await under.spoil(spoilt);
    await under.bus.publish([spoilt, fine].map((email) => under.received(email)));
    await until(async () => receiver.hits.length === 1 && other.hits.length === 1);
    await until(async () => (await under.deliveriesOf(id)).some(({ attempts, leased }) => attempts === 1 && leased));
    await under.lastAttempt(id);
    await under.settled(id, 'failed');
    expect(await under.deliveriesOf(id)).toMatchObject([
      { status: 'failed', attempts: 8, lastError: 'The email could not be read.' },
      { status: 'succeeded' },
    ]);
    expect(await under.deliveriesOf(neighbour.id)).toMatchObject([{ status: 'pending' }, { status: 'succeeded' }]);
    expect(under.takeErrors()).not.toEqual([]);
  });
});

describe('a process that ends between claim and record', () => {
  it('loses no delivery, and its late word about an old attempt does not count', async () => {
    const receiver = await under.receive();
    const { id } = await under.subscribe(receiver.url());
    await under.stop();
    const [emailId = 0] = await under.emails(1);
    const event = under.received(emailId);
    const [lost] = await under.deliveries.schedule([scheduledEvent(event)], ...unknown, 100);
    expect(await under.deliveriesOf(id)).toMatchObject([{ status: 'pending', attempts: 1, leased: true }]);
    await under.start();
    expect(await under.claims.claim(10, ...unknown, WALK_START, fail)).toMatchObject({ due: [], goOn: null });
    await under.makeDue(id);
    await under.settled(id, 'succeeded');
    expect(receiver.hits.map(({ headers }) => headers['webhook-id'])).toEqual([event.id]);
    const outcome = {
      succeeded: false,
      status: 500,
      error: 'late',
      retrySeconds: 5,
      gone: false,
      tookMs: 9,
      answer: null,
    };
    if (lost) await under.deliveries.record([{ delivery: lost, outcome, at: new Date() }]);
    expect(await under.deliveriesOf(id)).toMatchObject([{ status: 'succeeded', attempts: 2 }]);
    expect(await under.state(id)).toMatchObject({ lastStatus: 204, lastError: null });
  });

  it('keeps the latest ten tries, oldest first', async () => {
    await under.stop();
    const { id } = await under.subscribe('http://127.0.0.1:1/');
    const [emailId = 0] = await under.emails(1);
    let [delivery] = await under.deliveries.schedule([scheduledEvent(under.received(emailId))], ...unknown, 100);
    const deliveryId = delivery?.id ?? 0;
    for (let n = 1; n <= 12 && delivery; n += 1) {
      const outcome = {
        succeeded: false,
        status: 500,
        error: 'no',
        retrySeconds: 0,
        gone: false,
        tookMs: n,
        answer: '',
      };
      await under.deliveries.record([{ delivery, outcome, at: new Date(n) }]);
      [delivery] = (await under.claims.claim(1, ...unknown, WALK_START, fail)).due;
    }
    const inspected = await under.log.inspect(id, deliveryId);
    expect(inspected?.tries.map(({ tookMs }) => tookMs)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(inspected?.tries[0]).toEqual({
      at: new Date(3).toISOString(),
      status: 500,
      error: 'no',
      tookMs: 3,
      answer: '',
    });
  });

  it('gives each due delivery to one of many that ask', async () => {
    await under.stop();
    const { id } = await under.subscribe('http://127.0.0.1:1/');
    const emails = await under.emails(20);
    const events = emails.map((emailId) => scheduledEvent(under.received(emailId)));
    await under.deliveries.schedule(events, ...unknown, 100);
    await under.makeDue(id);
    const claims = await Promise.all(
      Array.from({ length: 10 }, () => under.claims.claim(8, ...unknown, WALK_START, fail)),
    );
    const ids = claims.flatMap(({ due }) => due.map((delivery) => delivery.id));
    expect(ids).toHaveLength(20);
    expect(new Set(ids).size).toBe(20);
  });
});

describe('an endpoint that is slow', () => {
  it('delays nobody, not even another endpoint on the same host', async () => {
    const receiver = await under.receive(({ path }, response) => {
      if (path === '/fast') response.writeHead(200).end();
    });
    const neighbour = await under.anotherMailbox();
    const slow = await under.subscribe(receiver.url('/slow'));
    const fast = await under.subscribe(receiver.url('/fast'), neighbour);
    await under.mail(60);
    await until(() => receiver.hits.length >= 8);
    await under.consumed();
    await under.mail(20, neighbour);
    const succeeded = async (id: number) =>
      (await under.deliveriesOf(id)).filter(({ status }) => status === 'succeeded').length;
    await until(async () => (await succeeded(fast.id)) === 20);
    expect(await succeeded(slow.id)).toBe(0);
  });

  it('has few requests under way, and gets the rest of a burst as soon as it answers, each in its first attempt', async () => {
    let answering = false;
    let most = 0;
    const held: ServerResponse[] = [];
    const receiver = await under.receive((_, response) => {
      if (answering) return void response.writeHead(200).end();
      held.push(response);
      most = Math.max(most, held.length);
    });
    const { id } = await under.subscribe(receiver.url());
    await under.mail(100);
    await until(async () => (await under.deliveriesOf(id)).length === 100);
    await until(() => held.length >= 8);
    answering = true;
    for (const response of held) response.writeHead(200).end();
    await until(async () => (await under.deliveriesOf(id)).every((row) => row.status === 'succeeded'), {
      timeoutMs: 15_000,
    });
    expect(most).toBeLessThanOrEqual(16);
    expect(new Set((await under.deliveriesOf(id)).map(({ attempts }) => attempts))).toEqual(new Set([1]));
    expect(new Set(receiver.hits.map(({ headers }) => headers['webhook-id'])).size).toBe(100);
  });

  it('and healthy otherwise gets more and more requests at once, as far as it answers as before', async () => {
    let [underWay, most] = [0, 0];
    const receiver = await under.receive((_, response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      setTimeout(() => {
        underWay -= 1;
        response.writeHead(200).end();
      }, 100);
    });
    const { id } = await under.subscribe(receiver.url());
    await under.mail(400);
    await until(async () => (await under.deliveriesOf(id)).length === 400);
    await until(async () => (await under.deliveriesOf(id)).every((row) => row.status === 'succeeded'), {
      timeoutMs: 15_000,
    });
    expect(most).toBeGreaterThan(32);
    expect(most).toBeLessThanOrEqual(256);
    expect(new Set(receiver.hits.map(({ headers }) => headers['webhook-id'])).size).toBe(400);
  });

  it('and never answers has failed when its time is up', async () => {
    await under.stop();
    await under.start(200);
    const receiver = await under.receive(() => {});
    const { id } = await under.subscribe(receiver.url());
    await under.mail();
    await until(async () => (await under.state(id)).lastError !== null);
    expect(await under.state(id)).toMatchObject({ lastStatus: null, lastError: 'No answer within 0.2 s.' });
  });
});
