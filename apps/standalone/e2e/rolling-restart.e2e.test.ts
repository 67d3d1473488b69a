import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  readProxyRules,
  spawnService,
  startShippedProxy,
  until,
  untilReady,
  type AppName,
  type ServiceProcess,
  type ShippedProxy,
} from '@mailroom/testing';
import { ApiClient } from './mailroom-fixture.js';
import { startServices, type Services } from './services-fixture.js';

const caddyfile = fileURLToPath(new URL('../../../infra/Caddyfile', import.meta.url));

let services: Services;
let proxy: ShippedProxy;
beforeAll(async () => {
  // Three times as long as the proxy takes to notice; the shipped five seconds would only take longer.
  const appEnv = { 'mailbox-api': { SHUTDOWN_DELAY_SECONDS: '3' } };
  services = await startServices({ replicas: { 'mailbox-api': 2 }, appEnv });
  const { replicas } = services.apps;
  const ports = () => replicas['mailbox-api'].map((replica) => replica.port('HTTP')).filter((port) => port > 0);
  proxy = await startShippedProxy(await readProxyRules(caddyfile), ports);
}, 90_000);
afterAll(async () => {
  await proxy.close();
  await services.close();
}, 60_000);

/** Stops a replica as an operator does, and starts another in its place. */
async function restart(app: AppName, index: number): Promise<void> {
  const own = services.apps.replicas[app];
  const stopping = own[index] as ServiceProcess;
  expect([app, await stopping.stop()]).toEqual([app, 0]);
  const next = spawnService(app, services.apps.envOf(app));
  own[index] = next;
  await untilReady(next);
}

/** Asks again and again until `done`; returns every status in the answers, and how often it came. */
async function callWhile(
  going: () => boolean,
  call: () => Promise<number>,
  statuses: Map<number, number>,
): Promise<void> {
  while (going()) {
    const status = await call().catch(() => 0);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
}

it('every app restarts in turn under load behind the shipped proxy, and no call and no mail fails', async () => {
  const { address, api } = await services.mailbox('rolling');
  const client = new ApiClient(`http://127.0.0.1:${proxy.port}`, api.token);
  let going = true;
  let mails = 0;
  const statuses = new Map<number, number>();
  const calls: (() => Promise<number>)[] = [
    async () => (await client.call('GET', '/emails')).status,
    async () => (await client.call('POST', '/tasks/claim-next', { owner: 'agent', waitSeconds: 1 })).status,
    async () => (await client.call('POST', '/send', { to: [address], subject: 'Rolling', text: 'x' })).status,
  ];
  const load = [...calls, ...calls].map((call) => callWhile(() => going, call, statuses));
  const mail = callWhile(
    () => going,
    () => sendOne(address).then(() => (mails += 1)),
    new Map(),
  );

  await Promise.all([
    restart('mailbox-api', 0).then(() => restart('mailbox-api', 1)),
    restart('outbound', 0)
      .then(() => restart('webhook-dispatcher', 0))
      .then(() => restart('indexer', 0)),
  ]);
  going = false;
  await Promise.all([...load, mail]);
  expect([...statuses.keys()]).toEqual([200]);
  expect(proxy.own).toEqual([]);
  expect(mails).toBeGreaterThan(10);
  const count = async () => (await client.data('GET', '/tasks/stats')).total as number;
  await until(async () => (await count()) >= mails, { what: 'every mail to be there' });
}, 180_000);

const sendOne = (to: string) => services.send({ from: 'ada@example.org', to, subject: 'Rolling', text: 'x' });
