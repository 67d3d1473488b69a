import { describe, expect, it } from '@jest/globals';
import { statement } from '@mailroom/database';
import { fail, until } from '@mailroom/testing';
import { BusConsumerRepository, BusDeliveryRepository } from '../src/index.js';
import { OutboxRepository } from '../src/outbox.repository.js';
import { JetStreamFixture, listener, newEvent, TYPE } from './jetstream-fixture.js';

const fixture = new JetStreamFixture();
const stored = statement('test-stored', 'select id from outbox_event order by id');
const recorded = statement('test-recorded', 'select 1 from bus_stream where last_sequence >= 3');
const slow = { timeoutMs: 60_000 };

describe('the outbox behind JetStream', () => {
  it('is trimmed only behind what every consumer has seen', async () => {
    const outbox = new OutboxRepository(fixture.database);
    const bus = await fixture.startBus();
    const { has, handle } = listener();
    await bus.subscribe({ name: 'quick', types: [TYPE] }, handle);
    let gated = true;
    const late = listener();
    await bus.subscribe({ name: 'slow', types: [TYPE], ackWaitSeconds: 2 }, async (event) => {
      if (gated) throw new Error('not now');
      await late.handle(event);
    });
    fixture.startRelay(bus);
    const ids = await fixture.commit(3);
    await until(async () => has(ids) && (await fixture.allSent()));
    // Pretends that three hours have passed for the rows, and that the clocks of both servers agree exactly.
    const trim = async () => outbox.trimSent(-60, new Date((await bus.settledBefore()).getTime() + 59_000), 100, 0);
    await until(async () => (await fixture.database.query(recorded)).length === 1, {
      what: 'a look at the three events',
    });
    expect(await trim()).toBe(0);
    expect(await fixture.database.query(stored)).toEqual(ids.toSorted().map((id) => ({ id })));
    gated = false;
    await until(() => late.has(ids), slow);
    await until(async () => (await trim()) > 0, { ...slow, what: 'rows that every consumer has seen to be trimmed' });
    await until(async () => {
      await trim();
      return (await fixture.database.query(stored)).length === 0;
    }, slow);
  }, 90_000);

  it('is not held by a consumer that was forgotten, nor is the stream', async () => {
    const consumers = new BusConsumerRepository(fixture.database);
    const bus = await fixture.startBus();
    const gone = await bus.subscribe({ name: 'gone', types: [TYPE] }, async () => {});
    const { has, handle } = listener();
    await bus.subscribe({ name: 'stays', types: [TYPE] }, handle);
    await gone.close();
    fixture.startRelay(bus);
    const ids = await fixture.commit(2);
    await until(async () => has(ids) && (await fixture.allSent()));
    await expect(consumers.forget('nobody')).rejects.toMatchObject({ code: 'not_found' });
    await consumers.forget('gone');
    expect(await consumers.list()).toMatchObject([{ name: 'stays', types: TYPE, waiting: 0, poisoned: 0 }]);
    await until(async () => (await fixture.storedMessages()) === 0, { ...slow, what: 'the stream to be empty' });
    const more = await fixture.commit(1);
    await until(() => has(more), slow);
  }, 90_000);

  it('does not mark events as sent that went to storage which was found to be gone meanwhile', async () => {
    const outbox = new OutboxRepository(fixture.database);
    const bus = await fixture.startBus();
    await bus.subscribe({ name: 'any', types: [TYPE] }, async () => {});
    await until(() => bus.healthy());
    const ids = await fixture.commit(2);
    await outbox.markSent(ids, 7);
    expect(await fixture.allSent()).toBe(false);
    await outbox.markSent(ids, 1);
    expect(await fixture.allSent()).toBe(true);
  });
});

describe('several processes at once', () => {
  it('set up one stream with every consumer, however they race', async () => {
    const buses = await Promise.all(Array.from({ length: 4 }, () => fixture.startBus()));
    const { seen, handle } = listener();
    await Promise.all(
      buses.flatMap((bus, index) => [
        bus.subscribe({ name: 'same', types: [TYPE, 'test.other'] }, handle),
        bus.subscribe({ name: `own-${index}`, types: [TYPE] }, handle),
      ]),
    );
    const event = newEvent();
    await buses[3]?.publish([event]);
    await until(() => seen.length >= 5);
    expect(seen).toEqual(Array.from({ length: 5 }, () => event.id));
  });

  it('try an event alone that was in hand each time when its process ended: it may have been another one', async () => {
    const bus = await fixture.startBus();
    const deliveries = new BusDeliveryRepository(fixture.database);
    let runs = 0;
    let done = false;
    await bus.subscribe({ name: 'bystander', types: [TYPE], maxDeliver: 2, ackWaitSeconds: 1 }, async () => {
      runs += 1;
      if (runs <= 2) await fixture.gate.opened;
      else done = true;
    });
    await bus.publish([newEvent()]);
    await until(() => done, slow);
    await until(async () => (await deliveries.claim('bystander', 1, 0, fail)).length === 0);
    expect(await deliveries.poisoned()).toEqual([]);
  }, 60_000);

  it('set an event aside that ends its process each time, alone too, without running it again', async () => {
    // A handler that hangs stands for a process that ended: each bus has one to try an event alone.
    const buses = await Promise.all(Array.from({ length: 3 }, () => fixture.startBus()));
    const deliveries = new BusDeliveryRepository(fixture.database);
    let runs = 0;
    const options = { name: 'deadly', types: [TYPE], maxDeliver: 2, ackWaitSeconds: 1 };
    const handle = async () => {
      runs += 1;
      await fixture.gate.opened;
    };
    for (const bus of buses) await bus.subscribe(options, handle);
    const event = newEvent();
    await buses[0]?.publish([event]);
    await until(async () => (await deliveries.poisoned()).length === 1, slow);
    expect(runs).toBe(4);
    expect(await deliveries.poisoned()).toMatchObject([{ consumer: 'deadly', eventId: event.id, attempts: 3 }]);
  }, 60_000);
});
