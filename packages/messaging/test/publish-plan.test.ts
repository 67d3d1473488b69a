import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Database } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { createTestDatabase, plannedAnew, type TestDatabase } from '@mailroom/testing';
import { BusDeliveryRepository } from '../src/index.js';

const TIMES = 20;

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url, poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

it('publishing is planned once, whether one event is told or many', async () => {
  const deliveries = new BusDeliveryRepository(database);
  const consumers = Array.from({ length: 12 }, (_, number) => `consumer${number}`);
  for (const name of consumers) await deliveries.registerConsumer(name, ['test.told']);
  const takers = consumers.slice(0, 3).map((name) => ({ name, ackWaitSeconds: 30 }));
  for (let time = 0; time < TIMES; time += 1) {
    const events = Array.from({ length: 1 + (time % 3) }, () => ({
      id: uuidv7(),
      type: 'test.told',
      payload: { time },
      occurredAt: new Date().toISOString(),
    }));
    expect(await deliveries.publish(events, takers)).toHaveLength(events.length * takers.length);
  }
  expect(await plannedAnew(database)).toEqual([]);
});
