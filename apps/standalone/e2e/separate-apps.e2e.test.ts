import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort, until, untilReady } from '@mailroom/testing';
import { SMTPServer } from 'smtp-server';
import { startHookReceiver, type HookReceiver } from './hook-receiver.js';
import { ApiClient } from './mailroom-fixture.js';
import { scrape } from './metrics-reader.js';
import { startServices, type Services } from './services-fixture.js';

let next: SMTPServer;
let hook: HookReceiver;
let services: Services;
const arrived: string[] = [];

beforeAll(async () => {
  next = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        arrived.push(text);
        callback();
      });
    },
  });
  next.listen(0, '127.0.0.1');
  await once(next.server, 'listening');
  hook = await startHookReceiver();
  const { port } = next.server.address() as AddressInfo;
  services = await startServices({
    env: { OUTBOUND_MODE: 'relay', OUTBOUND_RELAY_URL: `smtp://127.0.0.1:${port}` },
  });
}, 90_000);

afterAll(async () => {
  await services.close();
  await new Promise<void>((resolve) => next.close(resolve));
  hook.close();
}, 60_000);

/** Sends one mail all the way: in by SMTP, to the webhook and the search, claimed, answered, and out by SMTP. */
async function handleOne(api: ApiClient, address: string, subject: string): Promise<void> {
  await services.send({ from: 'person@example.org', to: address, subject, text: 'Which size?' });
  const slow = { timeoutMs: 60_000 };
  await until(() => hook.hits.some(({ body }) => body.includes(subject)), {
    ...slow,
    what: `the webhook of ${subject}`,
  });
  const found = async () => (await api.data('GET', `/emails/search?q=${subject}`)).items.length === 1;
  await until(found, { ...slow, what: `${subject} to be found` });
  const claim = await api.data('POST', '/tasks/claim-next', { owner: 'agent', waitSeconds: 20 });
  expect(claim.subject).toBe(subject);
  await api.data('POST', '/reply', {
    emailId: claim.id,
    text: `The small one, about ${subject}.`,
    completeTask: true,
    owner: 'agent',
    leaseToken: claim.task.leaseToken,
  });
  await until(() => arrived.some((text) => text.includes(`about ${subject}`)), { ...slow, what: 'the answer' });
}

describe('the apps as separate processes', () => {
  it('take a mail from SMTP to claim to reply to webhook, also after NATS lost its storage', async () => {
    const { nats, apps, one } = services;
    const { address, api } = await services.mailbox('agent');
    await api.data('POST', '/webhooks', { url: `${hook.origin}/hook`, events: ['email.received'] });
    await handleOne(api, address, 'FirstOrder');
    await nats.kill();
    await until(async () => (await one('outbound').readiness()) === 503, { what: 'outbound to be unready' });
    await nats.wipe();
    await nats.start();
    await handleOne(api, address, 'SecondOrder');
    for (const running of apps.all()) {
      await until(async () => (await running.readiness()) === 200, { what: 'every app to be ready again' });
    }
  }, 150_000);

  it('answer calls and take mail in while NATS is away, also from a start on, and catch up when it is back', async () => {
    const { nats, apps, one } = services;
    const { address, api } = await services.mailbox('undisturbed');
    await api.data('POST', '/webhooks', { url: `${hook.origin}/hook`, events: ['email.received'] });
    await nats.kill();
    const needing = ['outbound', 'webhook-dispatcher', 'indexer'] as const;
    for (const app of needing)
      await until(async () => (await one(app).readiness()) === 503, { what: `${app}, unready` });
    const early = { api: apps.spawn('mailbox-api'), ingest: apps.spawn('smtp-ingest') };
    await Promise.all([untilReady(early.api), untilReady(early.ingest)]);
    const serving = [one('mailbox-api'), one('smtp-ingest'), early.api, early.ingest];
    for (const app of serving) expect([app.app, await app.readiness()]).toEqual([app.app, 200]);

    const waiting = new ApiClient(`http://127.0.0.1:${early.api.port('HTTP')}`, api.token).data(
      'POST',
      '/tasks/claim-next',
      {
        owner: 'agent',
        waitSeconds: 20,
      },
    );
    await services.send({ from: 'a@example.org', to: address, subject: 'Meanwhile', text: 'x' }, early.ingest);
    expect(await waiting).toMatchObject({ subject: 'Meanwhile', task: { status: 'processing' } });

    await nats.start();
    await until(() => hook.hits.some(({ body }) => body.includes('Meanwhile')), { what: 'the webhook' });
    await handleOne(api, address, 'Afterwards');
    expect(await early.api.stop()).toBe(0);
    expect(await early.ingest.stop()).toBe(0);
  }, 150_000);

  it('wait for Postgres and S3 that are away at the start, and stop when they are asked to', async () => {
    const away = {
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      BLOB_STORE_URL: 's3://none/raw?endpoint=http://127.0.0.1:1',
    };
    const credentials = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_REGION: 'x' };
    for (const [name, value] of Object.entries(away)) {
      const port = await freePort();
      const env = {
        ...services.apps.env,
        ...credentials,
        LOG_LEVEL: 'error',
        [name]: value,
        MAILROOM_HTTP_PORT: String(port),
      };
      const early = services.apps.spawn('mailbox-api', env);
      const status = (path: string) =>
        fetch(`http://127.0.0.1:${port}${path}`).then(
          ({ status: code }) => code,
          () => 0,
        );
      await until(() => (early.output().match(/a part of the service failed/g) ?? []).length > 1, {
        what: 'two tries',
      });
      expect([name, await status('/healthz'), await status('/readyz')]).toEqual([name, 200, 503]);
      expect([name, await early.stop()]).toEqual([name, 0]);
    }
  }, 60_000);

  it('say that they are not ready before they stop, and meanwhile serve as ever', async () => {
    const api = services.apps.spawn('mailbox-api', { ...services.apps.env, SHUTDOWN_DELAY_SECONDS: '3' });
    await untilReady(api);
    const stopped = api.stop();
    await until(async () => (await api.readiness()) === 503, { what: 'the app to be unready' });
    const client = new ApiClient(`http://127.0.0.1:${api.port('HTTP')}`, services.manager.token);
    expect(await client.call('GET', '/mailboxes')).toMatchObject({ status: 200 });
    expect(await stopped).toBe(0);
  }, 60_000);

  it('stop when they are asked to, and answer whoever waits', async () => {
    const { api } = await services.mailbox('patient');
    const waiting = api.call('POST', '/tasks/claim-next', { owner: 'patient', waitSeconds: 20 });
    const origin = `http://127.0.0.1:${services.one('mailbox-api').port('HTTP')}`;
    await until(async () => (await scrape(origin)).get('mailroom_waiting_for_task') === 1, {
      what: 'the wait to begin',
    });
    for (const running of services.apps.all()) expect([running.app, await running.stop()]).toEqual([running.app, 0]);
    expect(await waiting).toMatchObject({ status: 200, body: { data: null } });
  }, 90_000);

  it('name every variable that is missing, and do not start', async () => {
    const lost = services.apps.spawn('indexer', { MAILROOM_HTTP_PORT: 'x' });
    await until(() => lost.exitCode() !== null);
    expect(lost.exitCode()).toBe(1);
    for (const name of ['DATABASE_URL', 'NATS_URL', 'BLOB_STORE_URL', 'MAILROOM_HTTP_PORT']) {
      expect(lost.output()).toContain(name);
    }
  });

  it('are alive and not ready while there is no NATS server, and still stop when asked to', async () => {
    const { nats, databaseUrl, blobStoreUrl } = services;
    await nats.kill();
    const port = (nats.url.split(':').at(-1) ?? '').trim();
    const early = services.apps.spawn('indexer', {
      DATABASE_URL: databaseUrl,
      NATS_URL: 'nats://127.0.0.1:1',
      BLOB_STORE_URL: blobStoreUrl,
      // A port that is free now, because its server is down.
      MAILROOM_HTTP_HOST: '127.0.0.1',
      MAILROOM_HTTP_PORT: port,
      LOG_LEVEL: 'fatal',
    });
    const get = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        ({ status }) => status,
        () => 0,
      );
    await until(async () => (await get('/healthz')) === 200);
    expect(await get('/readyz')).toBe(503);
    expect(await early.stop()).toBe(0);
  });
});
