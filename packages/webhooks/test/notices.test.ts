import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { DispatcherFixture } from './dispatcher-fixture.js';

const COUNT = 100;

let under: DispatcherFixture;
beforeAll(async () => {
  under = await DispatcherFixture.open();
});
beforeEach(() => under.begin());
afterEach(async () => {
  expect(await under.finish()).toEqual([]);
});
afterAll(() => under.close());

it('tells each endpoint of received mail by the name for which it asked', async () => {
  const receiver = await under.receive();
  const names = ['email.received', 'message.received'];
  for (const name of names) await under.subscribe(receiver.url(`/${name}`), undefined, [name]);
  const neither = await under.subscribe(receiver.url('/code'), undefined, ['otp.extracted']);
  await under.subscribe(receiver.url('/both'), undefined, names);
  await under.mail(COUNT);
  await under.consumed();
  await until(() => receiver.hits.length >= 4 * COUNT, { what: 'every delivery' });
  for (const name of names) {
    const told = receiver.hits.filter(({ path }) => path === `/${name}`).map(({ body }) => JSON.parse(body).type);
    expect({ name, told: told.length, types: [...new Set(told)] }).toEqual({ name, told: COUNT, types: [name] });
  }
  const both = receiver.hits.filter(({ path }) => path === '/both');
  expect(both.map(({ body }) => JSON.parse(body).type).sort()).toEqual(
    names.flatMap((name) => Array(COUNT).fill(name)),
  );
  expect(new Set(both.map(({ headers }) => headers['webhook-id'])).size).toBe(2 * COUNT);
  expect(await under.deliveriesOf(neither.id)).toEqual([]);
});
