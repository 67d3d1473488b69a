import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { statement, type Database, type Statement } from '@mailroom/database';
import { buildMailbox, buildTenant, createTestDatabase, RowsRead, type TestDatabase } from '@mailroom/testing';
import { unparsedFields, type MessageFields } from '../src/parsing/message-fields.js';
import { rowOf } from '../src/parsing/message-octets.js';
import { ReadinessRepository } from '../src/readiness.repository.js';
import { readyMessage, type ReadyMessage } from '../src/ready-message.js';

const EMAILS = 20_000;

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

type Plan = { readonly 'Actual Rows': number; readonly 'Actual Loops': number; readonly Plans?: readonly Plan[] };

/** The most rows that any step of a plan handed on, however often it was begun. */
const mostRows = (plan: Plan): number =>
  Math.max(plan['Actual Rows'] * plan['Actual Loops'], ...(plan.Plans ?? []).map(mostRows));

/** Makes messages ready as the repository does, and returns how Postgres went about it. */
async function planOf(messages: readonly ReadyMessage[]): Promise<Plan> {
  type Explained = { readonly 'QUERY PLAN': readonly { readonly Plan: Plan }[] };
  let plan: Plan | undefined;
  const query = async ({ name, text }: Statement, values: readonly unknown[]): Promise<never[]> => {
    const explain = statement(`explain-${name}`, `explain (analyze, format json) ${text}`);
    const [row] = await rows.database.query<Explained>(explain, values);
    plan = row?.['QUERY PLAN'][0]?.Plan;
    return [];
  };
  await new ReadinessRepository({ query } as unknown as Database).makeReady(messages);
  if (plan === undefined) throw new Error('Postgres told no plan.');
  return plan;
}

it('making a group ready goes through it a few times, and not once for each of its emails', async () => {
  const GROUP = 100;
  const mailboxes: number[] = [];
  for (let n = 0; n < GROUP; n += 1) {
    mailboxes.push(await buildMailbox(rows.database, 'tnt_rows', `group-${n}@rows.test`));
  }
  const fill = `with e as (
      insert into email (mailbox_id, direction, status, unread, raw_id, ready_at)
      select m, 0, 'received', true, gen_random_uuid(), now() from unnest($1::int[]) m, generate_series(1, 200)
      returning id, mailbox_id)
    insert into email_task (email_id, mailbox_id, seq, ready) select id, mailbox_id, id, true from e`;
  await rows.database.query(statement('test-fill', fill), [mailboxes]);
  await rows.database.query(statement('test-analyze', 'analyze'));
  const group: ReadyMessage[] = [];
  for (const to of mailboxes) {
    const { id: _id, ...ready } = await message({}, to);
    group.push(ready);
  }
  expect(mostRows(await planOf(group))).toBeLessThan(10 * GROUP);
});
