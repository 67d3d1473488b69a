import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { Database, statement, uuidv7 } from '@mailroom/database';
import type { Event } from '@mailroom/events';
import { createTestDatabase, startNats, until, type NatsServer, type TestDatabase } from '@mailroom/testing';
import { BusDeliveryRepository, CommittedEvents, JetStreamEventBus, OutboxRelay } from '../src/index.js';
import { OutboxRepository } from '../src/outbox.repository.js';

let test: TestDatabase;
let database: Database;
let nats: NatsServer;
let open: { close(): Promise<void> }[];
/** Opened at the end, so that handlers which hang for the whole test end too. */
let gate: { readonly opened: Promise<void>; open(): void };

beforeAll(async () => {
  nats = await startNats();
});
afterAll(() => nats.close());
beforeEach(async () => {
  open = [];
  let release = () => {};
  const opened = new Promise<void>((resolve) => (release = resolve));
  gate = { opened, open: () => release() };
  test = await createTestDatabase();
  database = new Database({ url: test.url });
});
afterEach(async () => {
  gate.open();
  for (const part of open.reverse()) await part.close();
  await database.close();
  await test.drop();
  await nats.kill();
  await nats.wipe();
  await nats.start();
});

const TYPE = 'test.happened';
const append = statement(
  'test-append',
  `insert into outbox_event (id, type, payload) select id, '${TYPE}', '{}' from unnest($1::uuid[]) id
   returning pg_notify('outbox', '')`,
);
const unsent = statement('test-unsent', 'select id from outbox_event where sent_at is null');
const stored = statement('test-stored', 'select id from outbox_event order by id');
const recorded = statement('test-recorded', 'select 1 from bus_stream where last_sequence >= 3');
const generation = statement('test-generation', 'select generation from bus_stream');

async function startBus(): Promise<JetStreamEventBus> {
  const bus = await JetStreamEventBus.open({ database, url: nats.url });
  open.push(bus);
  return bus;
}

function startRelay(bus: JetStreamEventBus): OutboxRelay {
  const relay = new OutboxRelay(database, bus);
  open.push(relay);
  return relay;
}

/** Commits events as a service does; returns their ids. */
async function commit(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  await database.query(append, [ids]);
  return ids;
}

function listener() {
  const seen: string[] = [];
  return {
    seen,
    has: (ids: readonly string[]) => ids.every((id) => seen.includes(id)),
    handle: async ({ id }: Event) => {
      seen.push(id);
    },
  };
}

const allSent = async () => (await database.query(unsent)).length === 0;
const slow = { timeoutMs: 60_000 };

describe('JetStreamEventBus and a server that is killed', () => {
  it('goes on with every event when the server is back, with the storage it had', async () => {
    const bus = await startBus();
    const { has, handle } = listener();
    await bus.subscribe({ name: 'survivor', types: [TYPE] }, handle);
    startRelay(bus);
    const before = await commit(50);
    await until(() => has(before));
    await nats.kill();
    expect(await bus.healthy()).toBe(false);
    const during = await commit(50);
    await nats.start();
    await until(() => bus.healthy());
    const after = await commit(50);
    await until(() => has([...during, ...after]), { ...slow, what: 'the events of before and after' });
    expect(await database.query(generation)).toEqual([{ generation: 1 }]);
  }, 90_000);

  it('gives events again whose handlers had not ended, and those of a consumer that was away', async () => {
    const bus = await startBus();
    const away = await bus.subscribe({ name: 'away', types: [TYPE] }, async () => {});
    await away.close();
    let gated = true;
    const { has, handle, seen } = listener();
    await bus.subscribe({ name: 'gated', types: [TYPE], ackWaitSeconds: 1 }, async (event) => {
      if (gated) await gate.opened;
      await handle(event);
    });
    const ids = await commit(5);
    startRelay(bus);
    await until(allSent);
    gated = false;
    await nats.kill();
    await nats.start();
    const other = await startBus();
    const late = listener();
    await other.subscribe({ name: 'away', types: [TYPE] }, late.handle);
    await until(() => late.has(ids) && has(ids), { ...slow, what: 'the events for both consumers' });
    expect(new Set(seen)).toEqual(new Set(ids));
  }, 90_000);

  it('connects as soon as there is a server, when it was started before it', async () => {
    await nats.kill();
    const failures: unknown[] = [];
    const opening = JetStreamEventBus.open({ database, url: nats.url, onError: (error) => failures.push(error) });
    await until(() => failures.length > 1);
    await nats.start();
    const bus = await opening;
    open.push(bus);
    await until(() => bus.healthy());
  });
});

describe('JetStreamEventBus and storage that is wiped', () => {
  it('loses nothing: what may not have been seen is published again, to consumers that are away too', async () => {
    const bus = await startBus();
    const away = await bus.subscribe({ name: 'away', types: [TYPE] }, async () => {});
    await away.close();
    const { has, handle } = listener();
    await bus.subscribe({ name: 'present', types: [TYPE] }, handle);
    startRelay(bus);
    const ids = await commit(300);
    await until(async () => has(ids.slice(0, 10)) && (await allSent()));
    await nats.kill();
    ids.push(...(await commit(100)));
    await nats.wipe();
    await nats.start();
    ids.push(...(await commit(100)));
    const late = listener();
    const other = await startBus();
    await other.subscribe({ name: 'away', types: [TYPE] }, late.handle);
    await until(() => has(ids) && late.has(ids), { ...slow, what: 'every event for both consumers' });
    expect(await database.query(generation)).toEqual([{ generation: 2 }]);
    await until(allSent, slow);
  }, 90_000);

  it('loses nothing when it happens again and again while events are published from two processes', async () => {
    const [bus, other] = [await startBus(), await startBus()];
    const { has, handle } = listener();
    await bus.subscribe({ name: 'present', types: [TYPE] }, handle);
    await other.subscribe({ name: 'present', types: [TYPE] }, handle);
    startRelay(bus);
    startRelay(other);
    const direct = new CommittedEvents(database, other);
    const ids: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (let step = 0; step < 5; step += 1) {
        const some = await commit(20);
        ids.push(...some);
        direct.publish(some.map((id) => ({ id, type: TYPE, payload: {}, occurredAt: new Date().toISOString() })));
      }
      await nats.kill();
      await nats.wipe();
      await nats.start();
    }
    await until(() => has(ids), { ...slow, what: 'every event' });
    await direct.idle();
    await until(allSent, slow);
  }, 120_000);

  it('notices a stream that was deleted and made anew under its name, and a consumer that was deleted', async () => {
    const bus = await startBus();
    const { has, handle, seen } = listener();
    const subscription = await bus.subscribe({ name: 'away', types: [TYPE] }, handle);
    startRelay(bus);
    const first = await commit(5);
    await until(() => has(first));
    await subscription.close();
    const ids = await commit(20);
    await until(allSent);
    const connection = await connect({ servers: nats.url });
    const jsm = await jetstreamManager(connection);
    const { config } = await jsm.streams.info('mailroom_1');
    await jsm.streams.delete('mailroom_1');
    await jsm.streams.add(config);
    await bus.subscribe({ name: 'away', types: [TYPE] }, handle);
    await until(() => has(ids), { ...slow, what: 'the events of the deleted stream' });
    const [row] = await database.query<{ generation: number }>(generation);
    const current = row?.generation ?? 0;
    expect(current).toBeGreaterThan(1);
    await until(allSent, slow);
    seen.splice(0);
    await jsm.consumers.delete(`mailroom_${current}`, 'away--test_happened');
    const more = await commit(20);
    await database.query(statement('test-old', `update bus_consumer set created_at = now() - interval '2 minutes'`));
    await until(() => has(more), { ...slow, what: 'the events that the deleted consumer missed' });
    await connection.close();
  }, 120_000);
});

describe('the outbox behind JetStream', () => {
  it('is trimmed only behind what every consumer has seen', async () => {
    const outbox = new OutboxRepository(database);
    const bus = await startBus();
    const { has, handle } = listener();
    await bus.subscribe({ name: 'quick', types: [TYPE] }, handle);
    let gated = true;
    const late = listener();
    await bus.subscribe({ name: 'slow', types: [TYPE], ackWaitSeconds: 2 }, async (event) => {
      if (gated) throw new Error('not now');
      await late.handle(event);
    });
    startRelay(bus);
    const ids = await commit(3);
    await until(async () => has(ids) && (await allSent()));
    // As if three hours had passed for the rows, and the clocks of both servers agreed to the moment.
    const trim = async () => outbox.trimSent(-60, new Date((await bus.settledBefore()).getTime() + 59_000), 100);
    await until(async () => (await database.query(recorded)).length === 1, { what: 'a look at the three events' });
    expect(await trim()).toBe(0);
    expect(await database.query(stored)).toEqual(ids.toSorted().map((id) => ({ id })));
    gated = false;
    await until(() => late.has(ids), slow);
    await until(async () => (await trim()) > 0, { ...slow, what: 'rows that every consumer has seen to be trimmed' });
    await until(async () => {
      await trim();
      return (await database.query(stored)).length === 0;
    }, slow);
  }, 90_000);

  it('does not mark events as sent that went to storage which was found to be gone meanwhile', async () => {
    const outbox = new OutboxRepository(database);
    const bus = await startBus();
    await bus.subscribe({ name: 'any', types: [TYPE] }, async () => {});
    await until(() => bus.healthy());
    const ids = await commit(2);
    await outbox.markSent(ids, 7);
    expect(await allSent()).toBe(false);
    await outbox.markSent(ids, 1);
    expect(await allSent()).toBe(true);
  });
});

describe('several processes at once', () => {
  it('set up one stream with every consumer, however they race', async () => {
    const buses = await Promise.all(Array.from({ length: 4 }, startBus));
    const { seen, handle } = listener();
    await Promise.all(
      buses.flatMap((bus, index) => [
        bus.subscribe({ name: 'same', types: [TYPE, 'test.other'] }, handle),
        bus.subscribe({ name: `own-${index}`, types: [TYPE] }, handle),
      ]),
    );
    const event: Event = { id: uuidv7(), type: TYPE, occurredAt: new Date().toISOString(), payload: {} };
    await buses[3]?.publish([event]);
    await until(() => seen.length >= 5);
    expect(seen).toEqual(Array.from({ length: 5 }, () => event.id));
  });

  it('set an event aside that ends its process each time, without running it again', async () => {
    const bus = await startBus();
    const deliveries = new BusDeliveryRepository(database);
    let runs = 0;
    const options = { name: 'deadly', types: [TYPE], maxDeliver: 2, ackWaitSeconds: 1 };
    await bus.subscribe(options, async () => {
      runs += 1;
      await gate.opened;
    });
    const event: Event = { id: uuidv7(), type: TYPE, occurredAt: new Date().toISOString(), payload: { n: 1 } };
    await bus.publish([event]);
    await until(async () => (await deliveries.poisoned()).length === 1, slow);
    expect(runs).toBe(2);
    expect(await deliveries.poisoned()).toMatchObject([{ consumer: 'deadly', eventId: event.id, attempts: 3 }]);
  }, 60_000);
});
