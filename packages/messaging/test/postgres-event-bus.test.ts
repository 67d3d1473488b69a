import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { defineEvent } from '@mailroom/events';
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
