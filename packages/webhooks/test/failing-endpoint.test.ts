import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { fail, refuseRows, until } from '@mailroom/testing';
import { DeliveryEnder } from '../src/index.js';
import { FIRST_WINDOW } from '../src/endpoint-windows.js';
import { DispatcherFixture } from './dispatcher-fixture.js';

let under: DispatcherFixture;
beforeAll(async () => {
  under = await DispatcherFixture.open();
});
beforeEach(() => under.begin());
afterEach(async () => {
  expect(await under.finish()).toEqual([]);
});
afterAll(() => under.close());

describe('an endpoint that fails', () => {
  it('and was down gets what it missed, with the same id, when it is back', async () => {
    const down = await under.receive();
    await down.close();
    const { id } = await under.subscribe(down.url());
    const [event] = await under.mail();
    await until(async () => (await under.state(id)).lastError !== null);
    expect(await under.deliveriesOf(id)).toMatchObject([{ status: 'pending', attempts: 1, leased: false }]);
    expect(await under.state(id)).toMatchObject({ lastStatus: null, lastError: expect.stringMatching(/ECONNREFUSED/) });
    const back = await under.receive(undefined, down.port);
    await under.makeDue(id);
    await under.settled(id, 'succeeded');
    expect(back.hits.map(({ headers }) => headers['webhook-id'])).toEqual([event?.id]);
    expect(await under.state(id)).toMatchObject({ lastStatus: 204, failingSince: null });
  });

  it.each([500, 302, 404])('with %i is tried again in about 5 s', async (status) => {
    const receiver = await under.receive((_, response) => response.writeHead(status, { location: '/next' }).end());
    const { id } = await under.subscribe(receiver.url());
    await under.mail();
    await until(async () => (await under.state(id)).lastStatus === status);
    const [delivery] = await under.deliveriesOf(id);
    expect(delivery).toMatchObject({ status: 'pending', attempts: 1, lastStatus: status });
    expect(delivery?.dueInSeconds).toBeLessThan(6);
    expect(receiver.hits.every(({ path }) => path === '/hook')).toBe(true);
    expect(await under.state(id)).toMatchObject({ status: 0, lastError: `The endpoint answered ${status}.` });
  });

  it('gets the time that it asks for', async () => {
    const receiver = await under.receive((_, response) => response.writeHead(429, { 'retry-after': '3600' }).end());
    const { id } = await under.subscribe(receiver.url());
    await under.mail();
    await until(async () => (await under.state(id)).lastStatus === 429);
    expect((await under.deliveriesOf(id))[0]?.dueInSeconds).toBeGreaterThan(3_000);
  });

  it('eight times has failed for good', async () => {
    const receiver = await under.receive((_, response) => response.writeHead(503).end());
    const { id } = await under.subscribe(receiver.url());
    await under.mail();
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await until(async () => {
        const [row] = await under.deliveriesOf(id);
        return row?.attempts === attempt && !row.leased;
      });
      if (attempt < 8) await under.makeDue(id);
    }
    expect(await under.deliveriesOf(id)).toMatchObject([{ status: 'failed', attempts: 8 }]);
    expect(receiver.hits).toHaveLength(8);
  });

  it('and says that it is gone is disabled at once', async () => {
    const receiver = await under.receive((_, response) => response.writeHead(410).end());
    const { id } = await under.subscribe(receiver.url());
    await under.mail();
    await under.settled(id, 'failed');
    expect(await under.state(id)).toMatchObject({ status: 1, lastStatus: 410 });
    await under.mail();
    await under.consumed();
    expect(await under.deliveriesOf(id)).toHaveLength(1);
  });

  it('for five days is disabled, and one that works again in between is not', async () => {
    let status = 204;
    const receiver = await under.receive((_, response) => response.writeHead(status).end());
    const { id } = await under.subscribe(receiver.url());
    await under.failingForSixDays(id);
    await under.mail();
    await under.settled(id, 'succeeded');
    expect(await under.state(id)).toMatchObject({ status: 0, failingSince: null });
    status = 500;
    await under.failingForSixDays(id);
    await under.mail();
    await until(async () => (await under.state(id)).status === 1);
  });

  it('and is deleted while it holds its answers back gets nothing but what was on the wire', async () => {
    const held: (() => void)[] = [];
    const receiver = await under.receive((_, response) => held.push(() => response.writeHead(500).end()));
    const { id } = await under.subscribe(receiver.url());
    await under.mail(100);
    await under.consumed();
    await until(() => held.length >= FIRST_WINDOW);
    await under.remove(id);
    const onTheWire = held.length;
    await under.mail();
    await under.consumed();
    for (const answer of held) answer();
    await until(async () => (await under.deliveriesOf(id)).every(({ leased }) => !leased));
    await under.makeDue(id);
    const elsewhere = await under.receive();
    const other = await under.subscribe(elsewhere.url());
    await under.mail();
    await under.settled(other.id, 'succeeded');
    expect([receiver.hits.length, (await under.deliveriesOf(id)).length]).toEqual([onTheWire, 100]);
    expect(await under.deliveries.endDisabled(1_000, 0)).toBe(100);
  });

  it('and is disabled or deleted leaves no deliveries behind that are looked at for ever', async () => {
    const receiver = await under.receive((_, response) => response.writeHead(500).end());
    const { id } = await under.subscribe(receiver.url());
    await under.mail();
    await until(async () => (await under.state(id)).lastStatus === 500);
    await under.remove(id);
    await under.deliveries.endDisabled(100, 0);
    expect(await under.deliveries.endDisabled(100, 0)).toBe(0);
    expect(await under.deliveriesOf(id)).toMatchObject([{ status: 'failed', leased: false }]);
  });

  it('and is deleted leaves none behind but those that can not be ended, which are told of', async () => {
    const { id } = await under.subscribe('http://127.0.0.1:1/');
    await under.mail(5);
    await under.consumed();
    await until(async () => (await under.deliveriesOf(id)).every(({ leased }) => !leased));
    await under.remove(id);
    const [broken] = await under.deliveriesOf(id);
    const accept = await refuseRows(under.database, 'update on webhook_delivery', `old.id = ${broken?.id}`);
    const ender = new DeliveryEnder(under.database);
    const told: unknown[] = [];
    await ender.endDisabled((error) => told.push(error));
    const states = async () => (await under.deliveriesOf(id)).map(({ status }) => status);
    expect(await states()).toEqual(['pending', 'failed', 'failed', 'failed', 'failed']);
    expect(told).toEqual([expect.objectContaining({ cause: expect.objectContaining({ code: 'P0001' }) })]);
    await accept();
    await ender.endDisabled(fail);
    expect(new Set(await states())).toEqual(new Set(['failed']));
  });
});
