import { describe, expect, it } from '@jest/globals';
import { statement } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { refuseRows, until } from '@mailroom/testing';
import { OpeningEventBus, OutboxRelay, PostgresEventBus, type EventBus } from '../src/index.js';
import { OutboxRepository } from '../src/outbox.repository.js';
import { JetStreamFixture, listener, newEvent, TYPE } from './jetstream-fixture.js';

const fixture = new JetStreamFixture();
/** More than a NATS server takes. */
const TOO_LARGE = 1_200_000;

const appendLarge = statement(
  'test-append-large',
  `insert into outbox_event (id, type, payload, created_at)
   values ($1, '${TYPE}', jsonb_build_object('text', repeat('x', $2::int)), now() - interval '2 minutes')`,
);
const shrink = statement('test-shrink', `update outbox_event set payload = '{}', due_at = now() where id = $1`);
const unsent = statement('test-unsent-ids', 'select id from outbox_event where sent_at is null');

/** Publishes what is in the outbox, and returns what that tells. */
function relay(bus: EventBus): unknown[] {
  const told: unknown[] = [];
  fixture.closing(new OutboxRelay(fixture.database, bus, (error) => told.push(error)));
  return told;
}

/** Waits until every event was marked as sent but this one. */
const onlyUnsent = (id: string) =>
  until(async () => JSON.stringify(await fixture.database.query(unsent)) === JSON.stringify([{ id }]), {
    what: 'the others to be sent',
    timeoutMs: 15_000,
  });

const failureOf = (id: string) => expect.objectContaining({ message: `Event ${id} could not be published.` });

describe('an event that the bus does not take', () => {
  it('holds up no other, is told of, and stays until it is taken', async () => {
    const bus = await fixture.startBus();
    const { seen, has, handle } = listener();
    await bus.subscribe({ name: 'any', types: [TYPE] }, handle);
    await until(() => bus.healthy());
    const large = uuidv7();
    await fixture.database.query(appendLarge, [large, TOO_LARGE]);
    const ids = await fixture.commit(40);
    const told = relay(bus);
    await onlyUnsent(large);
    await until(() => has(ids));
    expect(seen.toSorted()).toEqual(ids.toSorted());
    expect(told).toEqual([failureOf(large)]);
    const late = await new OutboxRepository(fixture.database).unsent(100);
    expect(late).toMatchObject({ count: 1 });
    expect(late.lateSeconds).toBeGreaterThan(60);
    await fixture.database.query(shrink, [large]);
    await until(() => has([large]));
    await until(() => fixture.allSent());
  }, 60_000);

  it('is told of by itself where Postgres is the bus', async () => {
    const bus = fixture.closing(new PostgresEventBus(fixture.database));
    const { has, handle } = listener();
    await bus.subscribe({ name: 'any', types: [TYPE] }, handle);
    const [refused = '', ...others] = await fixture.commit(20);
    await refuseRows(fixture.database, 'insert on bus_delivery', `new.event_id = '${refused}'`);
    const told = relay(bus);
    await onlyUnsent(refused);
    await until(() => has(others));
    expect(told).toContainEqual(failureOf(refused));
  }, 60_000);
});

describe('an event whose row Postgres refuses to change', () => {
  it('holds up no other in the outbox, and is told of', async () => {
    const bus = fixture.closing(new PostgresEventBus(fixture.database));
    const { seen, has, handle } = listener();
    await bus.subscribe({ name: 'any', types: [TYPE] }, handle);
    const [refused = '', ...others] = await fixture.commit(20);
    const accept = await refuseRows(fixture.database, 'update on outbox_event', `old.id = '${refused}'`);
    const told = relay(bus);
    await onlyUnsent(refused);
    await until(() => has(others));
    expect(seen).toHaveLength(others.length);
    expect(told).toEqual([
      expect.objectContaining({
        message: `Event ${refused} could not be taken from the outbox.`,
        cause: expect.objectContaining({ code: 'P0001' }),
      }),
    ]);
    await accept();
    relay(bus);
    await until(() => has([refused]));
  }, 60_000);

  it('holds up no other that waits for the same consumer, and nobody else', async () => {
    const { database } = fixture;
    const consumers = ['first', 'second'];
    const before = new PostgresEventBus(database);
    for (const name of consumers) await before.subscribe({ name, types: [TYPE] }, async () => {});
    await before.close();
    const refused = newEvent();
    const others = Array.from({ length: 20 }, () => newEvent());
    const publisher = fixture.closing(new PostgresEventBus(database));
    await publisher.publish([refused, ...others]);
    const condition = `old.event_id = '${refused.id}' and old.consumer = 'first'`;
    const accept = await refuseRows(database, 'update on bus_delivery', condition);
    const told: unknown[] = [];
    const take = async () => {
      const bus = fixture.closing(new PostgresEventBus(database, (error) => told.push(error)));
      const [first, second] = [listener(), listener()];
      await bus.subscribe({ name: 'first', types: [TYPE] }, first.handle);
      await bus.subscribe({ name: 'second', types: [TYPE] }, second.handle);
      return { first, second };
    };
    const { first, second } = await take();
    const ids = others.map(({ id }) => id);
    await until(() => first.has(ids) && second.has([refused.id, ...ids]), { timeoutMs: 15_000 });
    expect(first.seen).not.toContain(refused.id);
    expect(told).toEqual([
      expect.objectContaining({ message: `Event ${refused.id} could not be taken for the consumer first.` }),
    ]);
    await accept();
    const later = await take();
    await until(() => later.first.has([refused.id]));
  }, 60_000);
});

describe('a bus that is away', () => {
  it('is told of once for all events, and not for each', async () => {
    const bus = await fixture.startBus();
    await bus.subscribe({ name: 'any', types: [TYPE] }, async () => {});
    await until(() => bus.healthy());
    await fixture.nats.kill();
    await until(async () => !(await bus.healthy()));
    await fixture.commit(40);
    const told = relay(bus);
    await until(() => told.length > 0);
    expect(told).toEqual([expect.objectContaining({ code: 'unavailable' })]);
    await fixture.nats.start();
    await until(() => fixture.allSent(), { timeoutMs: 30_000 });
  }, 60_000);

  it('is told of in the same way before it has ever been there', async () => {
    const bus = new OpeningEventBus(new Promise(() => {}));
    await fixture.commit(40);
    const told = relay(bus);
    await until(() => told.length > 0);
    expect(told).toEqual([expect.objectContaining({ code: 'unavailable' })]);
  });
});
