import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import type { Event } from '@mailroom/events';
import { createTestDatabase, until, type TestDatabase } from '@mailroom/testing';
import { CommittedEvents, OutboxRelay, PostgresEventBus } from '../src/index.js';

let test: TestDatabase;
let database: Database;
let bus: PostgresEventBus;
let seen: string[];

const append = statement(
  'test-append',
  `insert into outbox_event (id, type, payload, due_at) values ($1, 'test.happened', '{}', now() + interval '1 hour')`,
);
const isSent = statement('test-is-sent', 'select sent_at is not null as sent from outbox_event where id = $1');
const makeDue = statement('test-make-due', 'update outbox_event set due_at = now() where id = $1');

async function committed(): Promise<Event> {
  const id = uuidv7();
  await database.query(append, [id]);
  return { id, type: 'test.happened', payload: {}, occurredAt: new Date().toISOString() };
}

beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url });
});
beforeEach(async () => {
  seen = [];
  bus = new PostgresEventBus(database);
  await bus.subscribe({ name: 'committed-test', types: ['test.happened'] }, async ({ id }) => {
    seen.push(id);
  });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

describe('events published by the process that committed them', () => {
  it('come to their consumers without a relay, and no relay publishes them again', async () => {
    const events = [await committed(), await committed()];
    const publisher = new CommittedEvents(database, bus);
    publisher.publish(events);
    await until(() => seen.length === 2);
    await publisher.idle();
    for (const { id } of events) expect(await database.query(isSent, [id])).toEqual([{ sent: true }]);
    expect(seen.toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    await bus.close();
  });

  it('are left to the relay when the bus does not take them', async () => {
    const event = await committed();
    const broken = new PostgresEventBus(database);
    Object.assign(broken, { publish: () => Promise.reject(new Error('no bus')) });
    const publisher = new CommittedEvents(database, broken);
    publisher.publish([event]);
    await publisher.idle();
    expect(await database.query(isSent, [event.id])).toEqual([{ sent: false }]);
    await database.query(makeDue, [event.id]);
    const relay = new OutboxRelay(database, bus);
    await until(() => seen.includes(event.id));
    await relay.close();
    await broken.close();
    await bus.close();
  });

  it('do not pile up while the bus is slow: what is too much is left to the relay', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const published: string[] = [];
    const slow = new PostgresEventBus(database);
    const publish = async (events: readonly Event[]) => {
      await gate;
      published.push(...events.map(({ id }) => id));
      return 0;
    };
    Object.assign(slow, { publish });
    const publisher = new CommittedEvents(database, slow);
    const occurredAt = new Date().toISOString();
    const some = (count: number) =>
      Array.from({ length: count }, () => ({ id: uuidv7(), type: 'test.happened', payload: {}, occurredAt }));
    publisher.publish(some(10_000));
    const tooMuch = some(1);
    publisher.publish(tooMuch);
    release();
    await publisher.idle();
    expect(published).toHaveLength(10_000);
    const later = some(1);
    publisher.publish(later);
    await publisher.idle();
    expect(published.slice(10_000)).toEqual(later.map(({ id }) => id));
    await slow.close();
    await bus.close();
  });

  it('come all, also when more are published at once than the consumer handles at once', async () => {
    const events = await Promise.all(Array.from({ length: 100 }, committed));
    const publisher = new CommittedEvents(database, bus);
    publisher.publish(events);
    await until(() => seen.length === 100);
    expect(new Set(seen).size).toBe(100);
    await publisher.idle();
    await bus.close();
  });
});
