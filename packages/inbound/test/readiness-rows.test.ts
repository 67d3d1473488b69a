import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { statement } from '@mailroom/database';
import {
  buildMailbox,
  buildTenant,
  createTestDatabase,
  mostRows,
  RowsRead,
  type TestDatabase,
} from '@mailroom/testing';
import { unparsedFields, type MessageFields } from '../src/parsing/message-fields.js';
import { rowOf } from '../src/parsing/message-octets.js';
import { ReadinessRepository } from '../src/readiness.repository.js';
import { readyMessage, type ReadyMessage } from '../src/ready-message.js';

const EMAILS = 20_000;
const GROUP = 100;

const accept = statement(
  'test-accept',
  `with e as (
     insert into email (mailbox_id, direction, status, unread, raw_id, subject)
     values ($1, 0, 'received', true, $2, '') returning id)
   insert into email_task (email_id, mailbox_id, seq) select id, $1, id from e returning email_id::float8 as id`,
);
const threadOf = statement('test-thread', 'select thread_id as thread from email where id = $1');

let test: TestDatabase;
let rows: RowsRead;
let readiness: ReadinessRepository;
let mailboxId: number;
beforeAll(async () => {
  test = await createTestDatabase();
  rows = new RowsRead(test.url);
  readiness = new ReadinessRepository(rows.database);
  await buildTenant(rows.database, 'tnt_rows', 'rows.test');
  mailboxId = await buildMailbox(rows.database, 'tnt_rows', 'a@rows.test');
  await rows.skew(mailboxId, await buildMailbox(rows.database, 'tnt_rows', 'b@rows.test'), EMAILS);
}, 90_000);
afterAll(async () => {
  await rows.database.close();
  await test.drop();
});

/** A message that has just been accepted and parsed. */
async function message(changes: Partial<MessageFields>, to = mailboxId): Promise<ReadyMessage & { id: number }> {
  const rawId = randomUUID();
  const [accepted] = await rows.database.query<{ id: number }>(accept, [to, rawId]);
  const id = accepted?.id ?? 0;
  const read = { status: 'received', messageId: '<new@rows.test>', ownThreadId: 'own' } as const;
  const row = rowOf({ ...unparsedFields(rawId, ''), ...read, ...changes });
  return { id, ...readyMessage({ rawId, emails: [{ id, mailboxId: to }], traceparent: '' }, row, null) };
}

it.each([
  ['an answer to a Message-ID that one sender repeats', { inReplyTo: '<same@skew.test>' }, 'same'],
  ['an answer to what is not there', { inReplyTo: '<none@skew.test>', references: ['<neither@skew.test>'] }, 'own'],
  ['mail that refers to nothing', {}, 'own'],
])('making %s ready reads a handful of rows', async (_what, changes, thread) => {
  const { id, ...ready } = await message(changes);
  const { id: again, ...warm } = await message(changes);
  await readiness.makeReady([warm]);
  expect(await rows.by(() => readiness.makeReady([ready]))).toBeLessThan(20);
  expect(await rows.database.query(threadOf, [id])).toEqual([{ thread }]);
  expect(again).toBeGreaterThan(id);
});

it('making mail ready reads no more while thousands of others wait, which statistics say nothing of', async () => {
  const burst = `insert into email (mailbox_id, direction, status, unread, raw_id, subject)
    select $1, 0, 'received', true, gen_random_uuid(), '' from generate_series(1, 5000) returning id`;
  await rows.database.query(statement('test-burst', burst), [mailboxId]);
  const { id: _warm, ...warm } = await message({});
  await readiness.makeReady([warm]);
  const { id: _ready, ...ready } = await message({});
  expect(await rows.by(() => readiness.makeReady([ready]))).toBeLessThan(20);
});

/** The most rows that a step of making a group ready hands on, where each of these mailboxes has emails of before. */
async function mostRowsOfGroup(mailboxes: readonly number[]): Promise<number> {
  const fill = `with e as (
      insert into email (mailbox_id, direction, status, unread, raw_id, ready_at)
      select m, 0, 'received', true, gen_random_uuid(), now() from unnest($1::int[]) m, generate_series(1, 20000 / $2::int)
      returning id, mailbox_id)
    insert into email_task (email_id, mailbox_id, seq, ready) select id, mailbox_id, id, true from e`;
  await rows.database.query(statement('test-fill', fill), [mailboxes, mailboxes.length]);
  await rows.database.query(statement('test-analyze', 'analyze'));
  const group: ReadyMessage[] = [];
  for (let n = 0; n < GROUP; n += 1) {
    const { id: _id, ...ready } = await message({}, mailboxes[n % mailboxes.length]);
    group.push(ready);
  }
  return mostRows(rows, (database) => new ReadinessRepository(database).makeReady(group));
}

it('making a group ready goes through it a few times, and not once for each of its emails', async () => {
  const mailboxes: number[] = [];
  for (let n = 0; n < GROUP; n += 1) {
    mailboxes.push(await buildMailbox(rows.database, 'tnt_rows', `group-${n}@rows.test`));
  }
  expect(await mostRowsOfGroup(mailboxes)).toBeLessThan(10 * GROUP);
});

it('does so as well where there is a single mailbox, whose tasks statistics tell apart by nothing', async () => {
  await rows.database.query(statement('test-empty', 'truncate email cascade'));
  expect(await mostRowsOfGroup([mailboxId])).toBeLessThan(10 * GROUP);
});
