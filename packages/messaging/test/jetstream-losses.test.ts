import { describe, expect, it } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { statement } from '@mailroom/database';
import { until } from '@mailroom/testing';
import { CommittedEvents, JetStreamEventBus } from '../src/index.js';
import { JetStreamFixture, listener, newEvent, TYPE } from './jetstream-fixture.js';

const fixture = new JetStreamFixture();
const generation = statement('test-generation', 'select generation from bus_stream');
const slow = { timeoutMs: 60_000 };

describe('JetStreamEventBus and a server that is killed', () => {
  it('goes on with every event when the server is back, with the storage it had', async () => {
    const bus = await fixture.startBus();
    const { has, handle } = listener();
    await bus.subscribe({ name: 'survivor', types: [TYPE] }, handle);
    fixture.startRelay(bus);
    const before = await fixture.commit(50);
    await until(() => has(before));
    await fixture.nats.kill();
    expect(await bus.healthy()).toBe(false);
    const during = await fixture.commit(50);
    await fixture.nats.start();
    await until(() => bus.healthy());
    const after = await fixture.commit(50);
    await until(() => has([...during, ...after]), { ...slow, what: 'the events of before and after' });
    expect(await fixture.database.query(generation)).toEqual([{ generation: 1 }]);
  }, 90_000);

  it('gives events again whose handlers had not ended, and those of a consumer that was away', async () => {
    const bus = await fixture.startBus();
    const away = await bus.subscribe({ name: 'away', types: [TYPE] }, async () => {});
    await away.close();
    let gated = true;
    const { has, handle, seen } = listener();
    await bus.subscribe({ name: 'gated', types: [TYPE], ackWaitSeconds: 1 }, async (event) => {
      if (gated) await fixture.gate.opened;
      await handle(event);
    });
    const ids = await fixture.commit(5);
    fixture.startRelay(bus);
    await until(() => fixture.allSent());
    gated = false;
    await fixture.nats.kill();
    await fixture.nats.start();
    const other = await fixture.startBus();
    const late = listener();
    await other.subscribe({ name: 'away', types: [TYPE] }, late.handle);
    await until(() => late.has(ids) && has(ids), { ...slow, what: 'the events for both consumers' });
    expect(new Set(seen)).toEqual(new Set(ids));
  }, 90_000);

  it('refuses events at once and can be closed while the server is away, after the handlers under way', async () => {
    const bus = await JetStreamEventBus.open({ database: fixture.database, url: fixture.nats.url });
    let ended = false;
    let begun = false;
    await bus.subscribe({ name: 'busy', types: [TYPE] }, async () => {
      begun = true;
      await fixture.gate.opened;
      ended = true;
    });
    const event = newEvent();
    await bus.publish([event]);
    await until(() => begun);
    await fixture.nats.kill();
    await until(async () => !(await bus.healthy()));
    await expect(bus.publish([event])).rejects.toThrow('NATS');
    const closed = bus.close();
    fixture.gate.open();
    await closed;
    expect(ended).toBe(true);
    await fixture.nats.start();
  });

  it('connects as soon as there is a server, when it was started before it', async () => {
    await fixture.nats.kill();
    const failures: unknown[] = [];
    const opening = JetStreamEventBus.open({
      database: fixture.database,
      url: fixture.nats.url,
      onError: (error) => failures.push(error),
    });
    await until(() => failures.length > 1);
    await fixture.nats.start();
    const bus = await opening;
    fixture.closing(bus);
    await until(() => bus.healthy());
    expect(failures.length).toBeGreaterThan(1);
  });
});

describe('JetStreamEventBus and storage that is wiped', () => {
  it('loses nothing: what may not have been seen is published again, to consumers that are away too', async () => {
    const bus = await fixture.startBus();
    const away = await bus.subscribe({ name: 'away', types: [TYPE] }, async () => {});
    await away.close();
    const { has, handle } = listener();
    await bus.subscribe({ name: 'present', types: [TYPE] }, handle);
    fixture.startRelay(bus);
    const ids = await fixture.commit(300);
    await until(async () => has(ids.slice(0, 10)) && (await fixture.allSent()));
    await fixture.nats.kill();
    ids.push(...(await fixture.commit(100)));
    await fixture.nats.wipe();
    await fixture.nats.start();
    ids.push(...(await fixture.commit(100)));
    const late = listener();
    const other = await fixture.startBus();
    await other.subscribe({ name: 'away', types: [TYPE] }, late.handle);
    await until(() => has(ids) && late.has(ids), { ...slow, what: 'every event for both consumers' });
    expect(await fixture.database.query(generation)).toEqual([{ generation: 2 }]);
    await until(() => fixture.allSent(), slow);
  }, 90_000);

  it('loses nothing when it happens again and again while events are published from two processes', async () => {
    const [bus, other] = [await fixture.startBus(), await fixture.startBus()];
    const { has, handle } = listener();
    await bus.subscribe({ name: 'present', types: [TYPE] }, handle);
    await other.subscribe({ name: 'present', types: [TYPE] }, handle);
    fixture.startRelay(bus);
    fixture.startRelay(other);
    const direct = new CommittedEvents(fixture.database, other);
    const ids: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (let step = 0; step < 5; step += 1) {
        const some = await fixture.commit(20);
        ids.push(...some);
        direct.publish(some.map((id) => newEvent(id)));
      }
      await fixture.nats.kill();
      await fixture.nats.wipe();
      await fixture.nats.start();
    }
    await until(() => has(ids), { ...slow, what: 'every event' });
    await direct.idle();
    await until(() => fixture.allSent(), slow);
    expect(ids).toHaveLength(300);
    expect(has(ids)).toBe(true);
  }, 120_000);

  it('notices a stream that was deleted and made anew under its name, and a consumer that was deleted', async () => {
    const bus = await fixture.startBus();
    const { has, handle, seen } = listener();
    const subscription = await bus.subscribe({ name: 'away', types: [TYPE] }, handle);
    fixture.startRelay(bus);
    const first = await fixture.commit(5);
    await until(() => has(first));
    await subscription.close();
    const ids = await fixture.commit(20);
    await until(() => fixture.allSent());
    const connection = await connect({ servers: fixture.nats.url });
    const jsm = await jetstreamManager(connection);
    const { config } = await jsm.streams.info('mailroom_1');
    await jsm.streams.delete('mailroom_1');
    await jsm.streams.add(config);
    await bus.subscribe({ name: 'away', types: [TYPE] }, handle);
    await until(() => has(ids), { ...slow, what: 'the events of the deleted stream' });
    const [row] = await fixture.database.query<{ generation: number }>(generation);
    const current = row?.generation ?? 0;
    expect(current).toBeGreaterThan(1);
    await until(() => fixture.allSent(), slow);
    seen.splice(0);
    // One that is a few seconds old would be taken for one that is still to be declared.
    await fixture.database.query(
      statement('test-old', `update bus_consumer set created_at = now() - interval '2 minutes'`),
    );
    await jsm.consumers.delete(`mailroom_${current}`, 'away--test_happened');
    const more = await fixture.commit(20);
    await until(() => has(more), { ...slow, what: 'the events that the deleted consumer missed' });
    await connection.close();
  }, 120_000);
});
