import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FileBlobStore } from '@mailroom/blobs';
import { Database, statement } from '@mailroom/database';
import { TokenService } from '@mailroom/identity';
import { Scrape } from '@mailroom/observability';
import { buildMailbox, buildTenant, createTestDatabase, until, type TestDatabase } from '@mailroom/testing';
import { API_PREFIX, createMailboxApi } from '../src/mailbox-api.js';

const lockListeners = statement('test-lock-listeners', 'lock table feed_listener in access exclusive mode');
const waiting = statement(
  'test-waiting',
  `select 1 from pg_locks where relation = 'feed_listener'::regclass and not granted`,
);

let test: TestDatabase;
let database: Database;
let directory: string;
let app: NestFastifyApplication;
let token: string;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url });
  directory = await mkdtemp(join(tmpdir(), 'mailroom-streams-'));
  const onError = (error: unknown) => {
    throw error;
  };
  app = await createMailboxApi(
    { database, blobs: new FileBlobStore({ directory }), onError },
    {
      baseUrl: 'http://localhost',
      mailHostname: 'localhost',
      allowPrivateWebhooks: 'none',
      showStacks: false,
      turnstile: null,
      rateLimit: null,
      streams: { perPrincipal: 2, inAll: 10 },
    },
  );
  await app.listen(0, '127.0.0.1');
  await buildTenant(database, 'tnt_s', 's.test');
  await buildTenant(database, 'tnt_other', 'other.test');
  await buildMailbox(database, 'tnt_s', 'box@s.test');
  const tokens = app.get(TokenService, { strict: false });
  ({ text: token } = await tokens.issueManagerToken('tnt_s', {}));
});
afterAll(async () => {
  await app.close();
  await database.close();
  await test.drop();
  await rm(directory, { recursive: true });
});

/** The request of a client that writes its bytes itself, and the server's end of its connection. */
async function ask(method: string, bearer = token): Promise<{ client: Socket; accepted: Socket }> {
  const server = app.getHttpServer() as Server;
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [accepted] = await connected;
  client.write(`${method} ${API_PREFIX}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bearer}\r\n\r\n`);
  return { client, accepted };
}

async function openStreams(): Promise<number> {
  const [, count] = /^mailroom_event_streams (\d+)$/m.exec(await new Scrape().text()) ?? [];
  return Number(count);
}

it('follows nothing for a client that goes away before its stream begins', async () => {
  await database.sqlTransaction(async (tx) => {
    await tx.query(lockListeners);
    const { client, accepted } = await ask('GET');
    await until(async () => (await database.query(waiting)).length > 0);
    client.destroy();
    await once(accepted, 'close');
  });
  const { client } = await ask('GET');
  await once(client, 'data');
  expect(await openStreams()).toBe(1);
  client.destroy();
  await until(async () => (await openStreams()) === 0);
});

it('answers HEAD with the head of a stream, and follows nothing', async () => {
  const { client } = await ask('HEAD');
  const [head] = (await once(client, 'data')) as [Buffer];
  expect(head.toString('latin1')).toMatch(/^HTTP\/1\.1 200 [^]*\r\ncontent-type: text\/event-stream[^]*\r\n\r\n$/);
  expect(await openStreams()).toBe(0);
  client.destroy();
});

/** A client that asks for a stream, and the head of its answer. */
async function open(bearer = token) {
  const { client } = await ask('GET', bearer);
  const [head] = (await once(client, 'data')) as [Buffer];
  return { client, head: head.toString('latin1') };
}

it('holds so many streams of one token open, and takes another when one of them is closed', async () => {
  const [first, second, third] = [await open(), await open(), await open()];
  expect([first.head, second.head].map((head) => head.slice(0, 12))).toEqual(Array(2).fill('HTTP/1.1 200'));
  expect(third.head).toMatch(/^HTTP\/1\.1 429 [^]*\r\nretry-after: 10\r\n[^]*"type":"rate_limited"/);
  first.client.destroy();
  await until(async () => (await openStreams()) === 1);
  const fourth = await open();
  expect(fourth.head).toMatch(/^HTTP\/1\.1 200 /);
  for (const { client } of [second, third, fourth]) client.destroy();
  await until(async () => (await openStreams()) === 0);
});

it('leaves room for other tenants, however many tokens one of them has', async () => {
  const issue = async (tenantId: string) => {
    const { text } = await app.get(TokenService, { strict: false }).issueManagerToken(tenantId, {});
    return text;
  };
  const own = await Promise.all(Array.from({ length: 5 }, () => issue('tnt_s')));
  const asked: Awaited<ReturnType<typeof open>>[] = [];
  for (const bearer of [...own, ...own]) asked.push(await open(bearer));
  const [taken, refused] = [asked.slice(0, 5), asked.slice(5)];
  for (const { head } of taken) expect(head).toMatch(/^HTTP\/1\.1 200 /);
  for (const { head } of refused)
    expect(head).toMatch(/^HTTP\/1\.1 429 [^]*\r\nretry-after: 10\r\n[^]*"type":"rate_limited"/);
  const other = await open(await issue('tnt_other'));
  expect(other.head).toMatch(/^HTTP\/1\.1 200 /);
  taken[0]?.client.destroy();
  other.client.destroy();
  await until(async () => (await openStreams()) === 4);
  const again = await open(own[0]);
  expect(again.head).toMatch(/^HTTP\/1\.1 200 /);
  for (const { client } of [...asked, again]) client.destroy();
  await until(async () => (await openStreams()) === 0);
});
