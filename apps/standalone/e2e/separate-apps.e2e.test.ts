import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { createTokenText, DEFAULT_TENANT_ID } from '@mailroom/identity';
import {
  createTestDatabase,
  spawnService,
  startNats,
  startSeparateApps,
  until,
  untilReady,
  type AppName,
  type NatsServer,
  type SeparateApps,
  type ServiceProcess,
  type TestDatabase,
} from '@mailroom/testing';
import nodemailer from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { ApiClient } from './mailroom-fixture.js';

let test: TestDatabase;
let database: Database;
let nats: NatsServer;
let blobs: string;
let next: SMTPServer;
let hooks: Server;
const arrived: string[] = [];
const hooked: string[] = [];
let apps: SeparateApps;

const insertToken = statement(
  'test-manager-token',
  `insert into access_token (tenant_id, level, scopes, token_hash) values ($1, 'manager', array['read', 'send'], $2)`,
);

function service(app: AppName): ServiceProcess {
  const [running] = apps.replicas[app];
  if (!running) throw new Error(`${app} was not started.`);
  return running;
}

beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url, poolSize: 2 });
  nats = await startNats();
  blobs = await mkdtemp(join(tmpdir(), 'mailroom-blobs-'));
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
  hooks = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      hooked.push(body);
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(hooks, 'listening');
  apps = await startSeparateApps({
    databaseUrl: test.url,
    natsUrl: nats.url,
    blobStoreUrl: pathToFileURL(blobs).href,
    env: {
      OUTBOUND_MODE: 'relay',
      OUTBOUND_RELAY_URL: `smtp://127.0.0.1:${(next.server.address() as AddressInfo).port}`,
    },
  });
}, 90_000);

afterAll(async () => {
  await apps.stop();
  await new Promise<void>((resolve) => next.close(resolve));
  hooks.close();
  hooks.closeAllConnections();
  await nats.close();
  await database.close();
  await test.drop();
  await rm(blobs, { recursive: true, force: true });
}, 60_000);

async function manager(): Promise<ApiClient> {
  const text = createTokenText('mrm_');
  await database.query(insertToken, [DEFAULT_TENANT_ID, createHash('sha256').update(text).digest()]);
  return new ApiClient(`http://127.0.0.1:${service('mailbox-api').port('HTTP')}`, text);
}

/** One mail all the way: in by SMTP, to the webhook and the search, claimed, answered, and out by SMTP. */
async function handleOne(api: ApiClient, address: string, subject: string): Promise<void> {
  const port = service('smtp-ingest').port('SMTP');
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port, tls: { rejectUnauthorized: false } });
  await transport.sendMail({ from: 'person@example.org', to: address, subject, text: 'Which size?' });
  transport.close();
  const slow = { timeoutMs: 60_000 };
  await until(() => hooked.some((body) => body.includes(subject)), { ...slow, what: `the webhook of ${subject}` });
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

describe('the five apps as separate processes', () => {
  it('take a mail from SMTP to claim to reply to webhook, also after NATS lost its storage', async () => {
    const owner = await manager();
    const { mailbox, token } = await owner.data('POST', '/mailboxes', { email: 'agent@mailroom.test' });
    const api = new ApiClient(owner.baseUrl, token.token);
    const { port } = hooks.address() as AddressInfo;
    await api.data('POST', '/webhooks', { url: `http://127.0.0.1:${port}/hook`, events: ['email.received'] });
    await handleOne(api, mailbox.email, 'FirstOrder');
    await nats.kill();
    await until(async () => (await service('outbound').readiness()) === 503, { what: 'outbound to be unready' });
    await nats.wipe();
    await nats.start();
    await handleOne(api, mailbox.email, 'SecondOrder');
    for (const running of apps.all()) {
      await until(async () => (await running.readiness()) === 200, { what: 'every app to be ready again' });
    }
  }, 150_000);

  it('say that they are not ready before they stop, and meanwhile serve as ever', async () => {
    const api = spawnService('mailbox-api', { ...apps.env, SHUTDOWN_DELAY_SECONDS: '3' });
    await untilReady(api);
    const { token } = await manager();
    const stopped = api.stop();
    await until(async () => (await api.readiness()) === 503, { what: 'the app to be unready' });
    const client = new ApiClient(`http://127.0.0.1:${api.port('HTTP')}`, token);
    expect(await client.call('GET', '/mailboxes')).toMatchObject({ status: 200 });
    expect(await stopped).toBe(0);
  }, 60_000);

  it('stop when they are asked to, and answer whoever waits', async () => {
    const owner = await manager();
    const { token } = await owner.data('POST', '/mailboxes', { email: 'patient@mailroom.test' });
    const api = new ApiClient(owner.baseUrl, token.token);
    const waiting = api.call('POST', '/tasks/claim-next', { owner: 'patient', waitSeconds: 20 });
    // Asked later and answered, so the other one has come.
    await api.data('GET', '/emails');
    for (const running of apps.all()) expect([running.app, await running.stop()]).toEqual([running.app, 0]);
    expect(await waiting).toMatchObject({ status: 200, body: { data: null } });
  }, 90_000);

  it('name every variable that is missing, and do not start', async () => {
    const lost = spawnService('indexer', { MAILROOM_HTTP_PORT: 'x' });
    await until(() => lost.exitCode() !== null);
    expect(lost.exitCode()).toBe(1);
    for (const name of ['DATABASE_URL', 'NATS_URL', 'BLOB_STORE_URL', 'MAILROOM_HTTP_PORT']) {
      expect(lost.output()).toContain(name);
    }
  });

  it('are alive and not ready while there is no NATS server, and still stop when asked to', async () => {
    await nats.kill();
    const port = (nats.url.split(':').at(-1) ?? '').trim();
    const early = spawnService('indexer', {
      DATABASE_URL: test.url,
      NATS_URL: 'nats://127.0.0.1:1',
      BLOB_STORE_URL: pathToFileURL(blobs).href,
      // A port that is free now: that of the server which is down.
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
