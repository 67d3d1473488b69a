import { describe, expect, it } from '@jest/globals';
import { statement } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { refuseRows, until } from '@mailroom/testing';
import { OpeningEventBus, OutboxRelay, PostgresEventBus, type EventBus } from '../src/index.js';
import { OutboxRepository } from '../src/outbox.repository.js';
import { JetStreamFixture, listener, TYPE } from './jetstream-fixture.js';

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
