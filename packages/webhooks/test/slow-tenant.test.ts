import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { emailReceived } from '@mailroom/events';
import { until } from '@mailroom/testing';
import { DispatcherFixture, NEIGHBOUR } from './dispatcher-fixture.js';

let under: DispatcherFixture;
beforeAll(async () => {
  under = await DispatcherFixture.open();
});
beforeEach(() => under.begin());
afterEach(async () => {
  expect(await under.finish()).toEqual([]);
});
afterAll(() => under.close());

describe('a tenant whose endpoints are all slow', () => {
  it('delays no other tenant, however many endpoints it has and however much it gets', async () => {
    const silent = await under.receive(() => {});
    for (let n = 0; n < 50; n += 1) await under.subscribe(silent.url(`/${n}`));
    await under.mail(20);
    await until(() => silent.hits.length >= 100);
    await under.consumed();
    const receiver = await under.receive();
    const theirs = await under.anotherMailbox(NEIGHBOUR);
    const { id } = await under.subscribe(receiver.url(), theirs, [emailReceived.type], NEIGHBOUR);
    await under.mail(5, theirs);
    const told = async () => (await under.deliveriesOf(id)).filter(({ status }) => status === 'succeeded').length;
    await until(async () => (await told()) === 5, { what: 'the deliveries of the neighbour', timeoutMs: 8_000 });
    expect(receiver.hits).toHaveLength(5);
  }, 30_000);
});
