import { afterAll, beforeAll } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { createTestDatabase, startNats, type NatsServer, type TestDatabase } from '@mailroom/testing';
import { BusDeliveryRepository, JetStreamEventBus } from '../src/index.js';
import { eventBusSuite } from './event-bus.suite.js';

let test: TestDatabase;
let database: Database;
let nats: NatsServer;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url });
  nats = await startNats();
});
afterAll(async () => {
  await nats.close();
  await database.close();
  await test.drop();
});

const clear = statement('test-clear', 'delete from bus_delivery');
const forget = statement('test-forget', 'delete from bus_consumer');

eventBusSuite('JetStreamEventBus', async () => {
  await database.query(clear);
  await database.query(forget);
  const otherDatabase = new Database({ url: test.url, poolSize: 4 });
  const bus = await JetStreamEventBus.open({ database, url: nats.url });
  const other = await JetStreamEventBus.open({ database: otherDatabase, url: nats.url });
  const deliveries = new BusDeliveryRepository(database);
  return {
    bus,
    other,
    // The broker keeps the time of what it postponed: a second in these tests.
    hasten: async () => {},
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
