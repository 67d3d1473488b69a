import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { OutboxRelay } from '@mailroom/messaging';
import { buildMailbox, buildTenant, createTestDatabase, until, type TestDatabase } from '@mailroom/testing';
import { startIngest } from './ingest.fixture.js';

const LATE = new URL('./fixtures/late.worker.mjs', import.meta.url);
const SOON_MS = 200;

const found = statement(
  'test-closes-found',
  `select e.status, e.ready_at is not null as ready, a.attempts from email e
   left join parse_attempt a on a.raw_id = e.raw_id where e.recipient = $1`,
);
const makeDue = statement('test-closes-due', `update outbox_event set due_at = now() where type = 'email.accepted'`);
const tried = statement(
  'test-closes-tried',
  `insert into parse_attempt (raw_id, attempts, last_at)
   select raw_id, 1, now() - interval '1 hour' from email where recipient = $1`,
);

let test: TestDatabase;
let directory: string;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'mailroom-closes-'));
  database = new Database({ url: test.url });
  await buildTenant(database, 'tnt_a', 'a.test');
});
afterAll(async () => {
  await database.close();
  await test.drop();
  await rm(directory, { recursive: true, force: true });
});

async function messageTo(recipient: string) {
  return {
    sender: 'a@example.org',
    clientAddress: '127.0.0.1',
    helo: 'test',
    content: Buffer.from('Subject: late\r\n\r\nhello\r\n'),
    deliveries: [{ mailboxId: await buildMailbox(database, 'tnt_a', recipient), recipient }],
  };
}

/** Parses what others left, until the message is shown. */
async function parsedByAnother(recipient: string) {
  const other = startIngest(database, directory);
  await other.parsing.start();
  const relay = new OutboxRelay(database, other.bus);
  const stored = async () => (await database.query<{ ready: boolean }>(found, [recipient]))[0];
  await until(async () => (await stored())?.ready === true, { what: 'the message to be ready' });
  await relay.close();
  await other.close();
  return stored();
}

it('a process ends without a message whose parser does not start, and another parses it at once', async () => {
  const ending = startIngest(database, directory, { workerUrl: LATE });
  await ending.ingest.accept(await messageTo('own@a.test'));
  await ending.close(SOON_MS);
  expect(await database.query(found, ['own@a.test'])).toMatchObject([{ ready: false }]);
  expect(await parsedByAnother('own@a.test')).toMatchObject({ status: 'received' });
});

it('so it does where the message came by its event, which does not count as handled, nor as the last try', async () => {
  const accepting = startIngest(database, directory, { workerUrl: LATE });
  Object.assign(accepting.parsing, { offer: () => {} });
  await accepting.ingest.accept(await messageTo('event@a.test'));
  await accepting.close();
  await database.query(tried, ['event@a.test']);

  const ending = startIngest(database, directory, { workerUrl: LATE });
  const begun = jest.spyOn(ending.parsers, 'parse');
  await ending.parsing.start();
  const relay = new OutboxRelay(database, ending.bus);
  await database.query(makeDue);
  await until(() => begun.mock.calls.length === 1);
  expect(await database.query(found, ['event@a.test'])).toMatchObject([{ ready: false, attempts: 2 }]);
  await relay.close();
  await ending.close(SOON_MS);
  expect(await database.query(found, ['event@a.test'])).toMatchObject([{ ready: false, attempts: 1 }]);
  expect(await parsedByAnother('event@a.test')).toMatchObject({ status: 'received' });
});
