import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  readProxyRules,
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
  services = await startServices({ replicas: { 'mailbox-api': 2, 'smtp-ingest': 2 }, appEnv });
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
  const code = await stopping.stop();
  if (code !== 0) throw new Error(`${app} ended with ${code}: ${stopping.output().slice(-2_000)}`);
  const next = services.apps.spawn(app);
  own[index] = next;
  await untilReady(next);
}

/** Asks again and again until `done`; counts the answers by their status, or by why there was none. */
async function callWhile(
  going: () => boolean,
  call: () => Promise<number>,
  answers: Map<number | string, number>,
): Promise<void> {
  while (going()) {
    const answer = await call().catch((error: unknown) => inspect(error, { depth: 3 }));
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  }
}

it('every app restarts in turn under load behind the shipped proxy, and no call and no mail fails', async () => {
  const { address, api } = await services.mailbox('rolling');
  const client = new ApiClient(`http://127.0.0.1:${proxy.port}`, api.token);
  let going = true;
  let mails = 0;
  const answers = new Map<number | string, number>();
  const calls: (() => Promise<number>)[] = [
    async () => (await client.call('GET', '/emails')).status,
    async () => (await client.call('POST', '/tasks/claim-next', { owner: 'agent', waitSeconds: 1 })).status,
    async () => (await client.call('POST', '/send', { to: [address], subject: 'Rolling', text: 'x' })).status,
  ];
  const load = [...calls, ...calls].map((call) => callWhile(() => going, call, answers));
  const mail = callWhile(
    () => going,
    () => sendOne(address, `Mail ${mails}`).then(() => (mails += 1)),
    new Map(),
  );

  await Promise.all([
    restart('mailbox-api', 0).then(() => restart('mailbox-api', 1)),
    restart('smtp-ingest', 0).then(() => restart('smtp-ingest', 1)),
    restart('outbound', 0)
      .then(() => restart('webhook-dispatcher', 0))
      .then(() => restart('indexer', 0))
      .then(() => restart('janitor', 0)),
  ]);
  going = false;
  await Promise.all([...load, mail]);
  expect([...answers.keys()]).toEqual([200]);
  expect(proxy.own).toEqual([]);
  expect(mails).toBeGreaterThan(10);
  await until(async () => (await timesOf(client)).size >= mails, { pauseMs: 250, what: 'every mail to be there' });
  expect(await timesOf(client)).toEqual(new Map(Array.from({ length: mails }, (_, at) => [`Mail ${at}`, 1])));
}, 180_000);

/** Sends as a mail server does: if one address of the exchanger does not take the mail, it tries the other. */
async function sendOne(to: string, subject: string): Promise<void> {
  const mail = { from: 'ada@example.org', to, subject, text: 'x' };
  const [first, second] = services.apps.replicas['smtp-ingest'];
  await services.send(mail, first).catch(() => services.send(mail, second));
}

/** How often each mail lies in the mailbox, by its subject. */
async function timesOf(api: ApiClient): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  let cursor = '';
  for (let hasMore = true; hasMore;) {
    const page = await api.data('GET', `/emails?size=50&timeSort=1${cursor}`);
    for (const { subject } of page.items as { subject: string }[]) {
      if (subject.startsWith('Mail ')) times.set(subject, (times.get(subject) ?? 0) + 1);
    }
    hasMore = page.hasMore;
    cursor = `&cursor=${page.nextCursor}`;
  }
  return times;
}
