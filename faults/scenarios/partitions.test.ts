import { afterAll, it } from '@jest/globals';
import { startTcpProxy, until, type AppName, type TcpProxy } from '@mailroom/testing';
import { runScenario, untilAccepted, untilAllReady } from '../run-scenario.js';
import { scale } from '../scale.js';
import type { World } from '../world.js';

const BETWEEN = 60;

/** The proxies between each app and each server, one for each pair. */
const lines: Record<'database' | 'broker', Map<AppName, TcpProxy>> = { database: new Map(), broker: new Map() };

async function throughProxy(kind: keyof typeof lines, app: AppName, text: string): Promise<string> {
  const url = new URL(text);
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  lines[kind].set(app, proxy);
  url.port = String(proxy.port);
  return url.href;
}

async function route(app: AppName, databaseUrl: string, natsUrl: string): Promise<Record<string, string>> {
  const [database, broker] = [
    await throughProxy('database', app, databaseUrl),
    await throughProxy('broker', app, natsUrl),
  ];
  return { DATABASE_URL: database, NATS_URL: broker };
}

/** Without the broker these do what they can: calls are answered, mail is taken in, and what is old goes. */
const withoutBroker = [
  'mailbox-api',
  'admin-api',
  'billing-api',
  'mcp-gateway',
  'wallet-api',
  'web',
  'smtp-ingest',
  'janitor',
];

async function untilUnready({ fleet }: World, kind: keyof typeof lines): Promise<void> {
  for (const service of fleet.apps.all()) {
    if (kind === 'broker' && withoutBroker.includes(service.app)) continue;
    const isUnready = async () => (await service.readiness()) === 503;
    await until(isUnready, { timeoutMs: scale.patienceMs, what: `${service.app} to say that it is not ready` });
  }
}

/** Cuts off all apps in the same way: none is restarted, and each recovers by itself. */
async function partition(world: World, kind: keyof typeof lines, how: 'cut' | 'stall'): Promise<void> {
  await untilAccepted(world, BETWEEN);
  for (const proxy of lines[kind].values()) proxy[how]();
  await untilUnready(world, kind);
  for (const proxy of lines[kind].values()) proxy.pass();
  await untilAllReady(world);
}

afterAll(async () => {
  for (const proxies of Object.values(lines)) for (const proxy of proxies.values()) await proxy.close();
});

it(
  'apps that are cut off from database or broker, noticed or in silence, say so, and go on without a restart',
  async () => {
    await runScenario({ name: 'partitions', route }, async (world) => {
      for (let round = 0; round < scale.partitions; round += 1) {
        await partition(world, 'database', 'cut');
        await partition(world, 'database', 'stall');
        await partition(world, 'broker', 'cut');
        await partition(world, 'broker', 'stall');
      }
      await untilAccepted(world, BETWEEN);
      const { partitions } = scale;
      return { 'database cut off, silent': 2 * partitions, 'NATS cut off, silent': 2 * partitions };
    });
  },
  scale.testMs,
);
