import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { Database, statement } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { createTestDatabase, startNatsCluster, until, type NatsCluster, type TestDatabase } from '@mailroom/testing';
import { JetStreamEventBus, OutboxRelay } from '../src/index.js';
import { append, listener, TYPE } from './jetstream-fixture.js';

const slow = { timeoutMs: 60_000 };
const generation = statement('test-generation', 'select generation from bus_stream');

let test: TestDatabase;
let database: Database;
let cluster: NatsCluster;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url });
  cluster = await startNatsCluster(3);
}, 60_000);
afterAll(async () => {
  await cluster.close();
  await database.close();
  await test.drop();
});

async function commit(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  await database.query(append, [ids]);
  return ids;
}

async function replicasOfStream(): Promise<number> {
  const connection = await connect({ servers: cluster.servers.map(({ url }) => url.replace('nats://', '')) });
  try {
    const manager = await jetstreamManager(connection);
    // A cluster that has just formed may forget a stream that it has just created, and then another one begins.
    const [row] = await database.query<{ generation: number }>(generation, []);
    const { config } = await manager.streams.info(`mailroom_${row?.generation}`);
    return config.num_replicas;
  } finally {
    await connection.close();
  }
}

/** While the servers elect a leader, they answer that they are "temporarily unavailable". */
async function untilItSays(replicas: number): Promise<void> {
  const says = async () => (await replicasOfStream().catch(() => 0)) === replicas;
  await until(says, { ...slow, what: `${replicas} copies of the stream` });
}

describe('JetStreamEventBus over a cluster of three', () => {
  it('keeps as many copies and loses nothing while each server in turn is killed and comes back', async () => {
    const bus = await JetStreamEventBus.open({ database, url: cluster.url, replicas: 3 });
    const relay = new OutboxRelay(database, bus);
    const { has, handle } = listener();
    await bus.subscribe({ name: 'all', types: [TYPE] }, handle);
    const ids = await commit(20);
    await until(() => has(ids), { ...slow, what: 'the first events' });
    await untilItSays(3);
    for (const server of cluster.servers) {
      await server.kill();
      ids.push(...(await commit(20)));
      await until(() => has(ids), { ...slow, what: 'events while a server is away' });
      await server.start();
      ids.push(...(await commit(20)));
      await until(() => has(ids), { ...slow, what: 'events with all of them' });
    }
    await untilItSays(3);
    expect(ids).toHaveLength(20 + 2 * 20 * cluster.servers.length);
    expect(has(ids)).toBe(true);
    await relay.close();
    await bus.close();
  }, 240_000);
});
