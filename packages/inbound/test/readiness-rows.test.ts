import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { statement } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { buildMailbox, buildTenant, createTestDatabase, RowsRead, type TestDatabase } from '@mailroom/testing';
import { ReadinessRepository, type ReadyMessage } from '../src/readiness.repository.js';

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
async function message(changes: Partial<ReadyMessage>): Promise<ReadyMessage & { id: number }> {
  const rawId = randomUUID();
  const [accepted] = await rows.database.query<{ id: number }>(accept, [mailboxId, rawId]);
  const id = accepted?.id ?? 0;
  const none = { errorMessage: '', fromEmail: 'a@b.test', fromName: '', to: [], cc: [], bcc: [], replyTo: [] };
  const read = { subject: '', snippet: '', plainText: '', plainTextSource: 'text', html: '', verificationCode: '' };
  const unknown = { extractions: null, extractedText: null, trust: null, authentication: null, headers: null };
  return {
    ...{
      id,
      rawId,
      emails: [{ id, mailboxId, eventId: uuidv7(), reportEventId: uuidv7(), pgp: null }],
      traceparent: '',
      status: 'received',
    },
    ...none,
    ...read,
    ...unknown,
    ...{ messageId: '<new@rows.test>', inReplyTo: '', references: [], ownThreadId: 'own', sentAt: null },
    ...{
      encrypted: false,
      encryptedFor: [],
      attachments: [],
      machineSent: false,
      report: null,
      taskStatus: 'new',
      taskReason: '',
      replacement: null,
    },
    ...changes,
  };
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
