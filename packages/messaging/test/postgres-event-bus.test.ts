import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { defineEvent } from '@mailroom/events';
import { uuidv7 } from '@mailroom/ids';
import { createTestDatabase, until, type TestDatabase } from '@mailroom/testing';
import { BusDeliveryRepository, Inbox, Outbox, OutboxRelay, PostgresEventBus } from '../src/index.js';
import { eventBusSuite } from './event-bus.suite.js';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const clear = statement('test-clear', 'delete from bus_delivery');
const forget = statement('test-forget', 'delete from bus_consumer');
const hasten = statement(
  'test-hasten',
  `update bus_delivery set due_at = now() where due_at > now() and last_error is not null`,
);
const wake = statement('test-wake', `select pg_notify('bus', '')`);
const unsent = statement('test-unsent', 'select id from outbox_event where sent_at is null');
const happened = defineEvent('test.happened', { number: 'integer' });

eventBusSuite('PostgresEventBus', async () => {
  await database.query(clear);
  await database.query(forget);
  const otherDatabase = new Database({ url: test.url, poolSize: 4 });
  const bus = new PostgresEventBus(database);
  const other = new PostgresEventBus(otherDatabase);
  const deliveries = new BusDeliveryRepository(database);
  return {
    bus,
    other,
    hasten: async () => {
      await database.query(hasten);
      await database.query(wake);
    },
    poisoned: async (consumer) =>
      (await deliveries.poisoned()).filter((event) => event.consumer === consumer).map(({ eventId }) => eventId),
    redrive: async () => {
      await deliveries.redrive();
    },
    close: async () => {
      await bus.close();
      await other.close();
      await otherDatabase.close();
    },
  };
});

describe('events whose process ended each time that they were in hand', () => {
  const plant = statement(
    'test-plant',
    `insert into bus_delivery (consumer, event_id, type, payload, occurred_at, attempts)
     select 'ended', gen_random_uuid(), $1, '{}', now(), $2 from generate_series(1, $3::int)`,
  );
  const left = statement('test-left', `select poisoned_at from bus_delivery where consumer = 'ended'`);

  async function deliver(attempts: number, count: number, handle: () => Promise<void>): Promise<() => Promise<void>> {
    await database.query(clear);
    await database.query(plant, [happened.type, attempts, count]);
    const bus = new PostgresEventBus(database);
    await bus.subscribe({ name: 'ended', types: [happened.type], maxDeliver: 2 }, handle);
    return () => bus.close();
  }

  it('are run one at a time, so that only the one that ends it is set aside', async () => {
    let [running, most] = [0, 0];
    const close = await deliver(2, 4, async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(20);
      running -= 1;
    });
    await until(async () => (await database.query(left)).length === 0, { what: 'all of them to be handled' });
    expect(most).toBe(1);
    await close();
  });

  it('are set aside, and not run again, when that has happened as often again', async () => {
    let runs = 0;
    const close = await deliver(4, 1, async () => {
      runs += 1;
    });
    await until(async () => (await database.query<{ poisoned_at: Date | null }>(left))[0]?.poisoned_at != null);
    expect(runs).toBe(0);
    await close();
  });
});

it('tells a consumer in another process at once of what waits for it', async () => {
  const otherDatabase = new Database({ url: test.url, poolSize: 2 });
  const [bus, other] = [new PostgresEventBus(database), new PostgresEventBus(otherDatabase)];
  let seen = 0;
  await other.subscribe({ name: 'told-at-once', types: ['test.told'] }, async () => void (seen += 1));
  const begun = performance.now();
  for (let count = 1; count <= 10; count += 1) {
    await bus.publish([{ id: uuidv7(), type: 'test.told', payload: {}, occurredAt: new Date().toISOString() }]);
    await until(async () => seen === count, { what: 'the event to be handled' });
  }
  // By polling alone, each would take a second.
  expect(performance.now() - begun).toBeLessThan(5_000);
  await bus.close();
  await other.close();
  await otherDatabase.close();
});

describe('the outbox', () => {
  it('publishes what was committed and nothing that was rolled back', async () => {
    const bus = new PostgresEventBus(database);
    const relay = new OutboxRelay(database, bus);
    const outbox = new Outbox();
    const seen: number[] = [];
    await bus.subscribe({ name: 'outbox-test', types: [happened.type] }, async ({ payload }) => {
      seen.push(happened.parse(payload).number);
    });
    const rolledBack = database.transaction(async (tx) => {
      await outbox.append(tx, happened, { number: 1 });
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    await database.transaction((tx) => outbox.append(tx, happened, { number: 2 }));
    await until(async () => seen.length > 0 && (await database.query(unsent)).length === 0);
    expect(seen).toEqual([2]);
    await relay.close();
    await bus.close();
  });

  it('lets a consumer act on an event once, however often it comes', async () => {
    const inbox = new Inbox();
    const id = '01890000-0000-7000-8000-000000000001';
    const accept = () => database.transaction((tx) => inbox.accept(tx, 'once', id));
    expect([await accept(), await accept()]).toEqual([true, false]);
  });
});
