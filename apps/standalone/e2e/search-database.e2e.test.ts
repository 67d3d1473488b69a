import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import {
  createTestDatabase,
  startTcpProxy,
  TEST_SECRET_KEY,
  until,
  type TcpProxy,
  type TestDatabase,
} from '@mailroom/testing';
import { runOps } from '../src/ops/run-ops.js';
import { startOwnMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let test: TestDatabase;
let proxy: TcpProxy;
let main: Database;
let own: Database;
let throughProxy: string;
beforeAll(async () => {
  test = await createTestDatabase();
  const url = new URL(test.url);
  proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${proxy.port}`;
  throughProxy = url.href;
  mailroom = await startOwnMailroom(
    { SEARCH_DATABASE_URL: throughProxy },
    { apps: ['mailbox-api', 'smtp-ingest', 'indexer'] },
  );
  main = new Database({ url: mailroom.databaseUrl, poolSize: 2 });
  own = new Database({ url: test.url, poolSize: 2 });
}, 120_000);
afterAll(async () => {
  await mailroom.close();
  await Promise.all([main.close(), own.close(), proxy.close()]);
  await test.drop();
});

const count = statement('test-count', 'select count(*)::int as count from email_index');
const indexedIn = async (database: Database) => (await database.query<{ count: number }>(count))[0]?.count;
const found = async (api: Mailroom['manager'], word: string) =>
  (await api.data('GET', `/emails/search?q=${word}`)).items.map(({ subject }: { subject: string }) => subject);

const mailTo = (to: string, subject: string) => mailroom.send({ from: 'a@example.org', to, subject, text: 'words' });

describe('SEARCH_DATABASE_URL', () => {
  it('keeps the index out of the database of the mail, and lets the words of deleted mail go', async () => {
    const { api, address } = await mailroom.mailbox('apart');
    for (const number of [1, 2]) await mailTo(address, `apart ${number}`);
    await until(async () => (await found(api, 'apart')).length === 2);
    expect(await indexedIn(main)).toBe(0);
    await until(async () => (await indexedIn(own)) === 2);
    const { id } = await mailroom.received(api, 'apart 1');
    await mailroom.manager.data('DELETE', `/emails/${id}`);
    expect(await found(api, 'apart')).toEqual(['apart 2']);
    await until(async () => (await indexedIn(own)) === 1);
  });

  it('may be away: mail comes in and is worked on, searches say so, and nothing is missing afterwards', async () => {
    const { api, address } = await mailroom.mailbox('away');
    proxy.cut();
    try {
      for (const number of [1, 2, 3]) await mailTo(address, `away ${number}`);
      await mailroom.received(api, 'away 3');
      const { task } = await api.data('POST', '/tasks/claim-next', { owner: 'w' });
      expect(task).not.toBeNull();
      const { status, body } = await api.call('GET', '/emails/search?q=away');
      expect([status, body.error.type]).toEqual([503, 'unavailable']);
      const noted = statement('test-noted', 'select missed_from as id from search_home where missed_from is not null');
      await until(async () => (await main.query(noted)).length === 1);
    } finally {
      proxy.pass();
    }
    await until(async () => (await indexedIn(own)) === 4, { timeoutMs: 90_000, what: 'the index to catch up' });
    expect((await found(api, 'away')).sort()).toEqual(['away 1', 'away 2', 'away 3']);
  }, 150_000);

  it('is not waited for at the start: mail comes in and is worked on without it', async () => {
    const lost = 'postgres://nobody@127.0.0.1:1/search';
    const other = await startOwnMailroom(
      { SEARCH_DATABASE_URL: lost },
      { apps: ['mailbox-api', 'smtp-ingest', 'indexer'] },
    );
    const { api, address } = await other.mailbox('alone');
    await other.send({ from: 'a@example.org', to: address, subject: 'alone', text: 'x' });
    await other.received(api, 'alone');
    expect((await api.data('POST', '/tasks/claim-next', { owner: 'w' })).task).not.toBeNull();
    expect((await api.call('GET', '/emails/search?q=alone')).status).toBe(503);
    await other.close();
  }, 60_000);

  it('moves with one command, there and back, while everything runs', async () => {
    const { api, address } = await mailroom.mailbox('moved');
    await mailTo(address, 'moved 0');
    await until(async () => (await found(api, 'moved')).length === 1);
    const env = { DATABASE_URL: mailroom.databaseUrl, MAILROOM_SECRET_KEY: TEST_SECRET_KEY };
    const moving = runOps(['search', 'move', 'main', '--json'], { ...env, SEARCH_DATABASE_URL: throughProxy });
    for (let number = 1; number <= 5; number += 1) {
      await mailTo(address, `moved ${number}`);
      await mailroom.received(api, `moved ${number}`);
      expect((await found(api, 'moved')).length).toBe(number + 1);
    }
    const { code, stdout } = await moving;
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      [{ place: 'main', added: expect.any(Number), refused: 0, emptied: true }],
    ]);
    expect(await indexedIn(own)).toBe(0);
    expect(await indexedIn(main)).toBeGreaterThanOrEqual(6);
    expect((await found(api, 'moved')).length).toBe(6);
    expect(await runOps(['search', 'move', 'own'], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('SEARCH_DATABASE_URL'),
    });
  }, 150_000);
});
