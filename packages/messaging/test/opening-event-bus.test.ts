import { describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { startTcpProxy, until } from '@mailroom/testing';
import { JetStreamEventBus, OpeningEventBus } from '../src/index.js';
import { JetStreamFixture, listener, TYPE } from './jetstream-fixture.js';

const lockConsumers = statement('test-lock-consumers', 'lock table bus_consumer in access exclusive mode');
const locksAwaited = statement('test-locks-awaited', 'select 1 from pg_locks where not granted');

const fixture = new JetStreamFixture();
const consumer = { name: 'opening', types: [TYPE] };

const opening = (database: Database, onError = () => {}) =>
  new OpeningEventBus(JetStreamEventBus.open({ database, url: fixture.nats.url, onError }));

describe('a subscription that was made before there was a broker', () => {
  it('begins although the database is away when the broker comes', async () => {
    const url = new URL(fixture.databaseUrl);
    const proxy = fixture.closing(await startTcpProxy({ host: url.hostname, port: Number(url.port) }));
    proxy.cut();
    url.host = `127.0.0.1:${proxy.port}`;
    const behind = fixture.closing(new Database({ url: url.href }));
    let errors = 0;
    const bus = fixture.closing(opening(behind, () => (errors += 1)));
    const { seen, has, handle } = listener();
    fixture.closing(await bus.subscribe(consumer, handle));
    await until(() => errors > 0);
    proxy.pass();
    const other = await fixture.startBus();
    fixture.startRelay(other);
    const isThere = async () => (await other.lag()).some((lag) => lag.consumer === consumer.name);
    await until(isThere, { what: 'the consumer', timeoutMs: 10_000 });
    const ids = await fixture.commit(3);
    await until(() => has(ids));
    expect(seen).toHaveLength(3);
  }, 40_000);

  it('ends at once, although the broker has gone again before it had begun', async () => {
    const begun = await fixture.database.sqlTransaction(async (tx) => {
      await tx.query(lockConsumers);
      const bus = fixture.closing(opening(fixture.database));
      const subscription = await bus.subscribe(consumer, listener().handle);
      await until(async () => (await fixture.database.query(locksAwaited)).length > 0);
      await fixture.nats.kill();
      return { subscription };
    });
    const closed = begun.subscription.close().then(() => true);
    expect(await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 3_000, false).unref())])).toBe(
      true,
    );
    await fixture.nats.start();
  }, 40_000);
});
