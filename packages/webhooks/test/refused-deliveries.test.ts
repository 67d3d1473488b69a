import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { refuseRows, until } from '@mailroom/testing';
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

const refused = (id: number | undefined) =>
  expect.objectContaining({
    message: `Delivery ${id} could not be claimed.`,
    cause: expect.objectContaining({ code: 'P0001' }),
  });

/** An endpoint whose deliveries failed and wait, at a receiver that takes them by now. */
async function waiting(count: number) {
  const down = await under.receive();
  await down.close();
  const { id } = await under.subscribe(down.url());
  await under.mail(count);
  await under.consumed();
  await until(async () => (await under.deliveriesOf(id)).every(({ leased }) => !leased));
  await under.stop();
  await under.makeDueInTurn(id);
  const back = await under.receive(undefined, down.port);
  return { id, back, deliveries: await under.deliveriesOf(id) };
}

const statesOf = async (id: number) => (await under.deliveriesOf(id)).map(({ status }) => status);
const succeed = (id: number, count: number) =>
  until(async () => (await statesOf(id)).filter((status) => status === 'succeeded').length === count);

describe('a delivery that Postgres refuses to change', () => {
  it('holds up none of those behind it, is told of, and goes out when Postgres takes it again', async () => {
    const { id, back, deliveries } = await waiting(6);
    const [broken] = deliveries;
    const accept = await refuseRows(under.database, 'update on webhook_delivery', `old.id = ${broken?.id}`);
    await under.start();
    await succeed(id, 5);
    expect(await statesOf(id)).toEqual(['pending', ...Array.from({ length: 5 }, () => 'succeeded')]);
    expect(under.takeErrors()).toEqual([refused(broken?.id)]);
    await accept();
    await under.stop();
    await under.start();
    await succeed(id, 6);
    expect(back.hits).toHaveLength(6);
  });

  it('holds up none behind it where more are refused than one claim takes', async () => {
    const { id, deliveries } = await waiting(80);
    const broken = deliveries.slice(0, 70).map((delivery) => delivery.id);
    const accept = await refuseRows(
      under.database,
      'update on webhook_delivery',
      `old.id = any ('{${broken.join()}}'::bigint[])`,
    );
    await under.start();
    await succeed(id, 10);
    expect(under.takeErrors()).toEqual(expect.arrayContaining(broken.slice(0, 8).map((each) => refused(each))));
    await accept();
  });
});
