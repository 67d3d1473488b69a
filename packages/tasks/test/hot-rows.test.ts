import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { buildMailbox, buildTenant, createTestDatabase, RowsRead, type TestDatabase } from '@mailroom/testing';
import { statement } from '@mailroom/database';
import { EmailRepository, LabelRepository } from '@mailroom/mail';
import { ClaimTurnRepository } from '../src/claim-turn.repository.js';
import { ReceivedEmailRepository } from '../src/received-email.repository.js';
import { TaskEmailRepository } from '../src/task-email.repository.js';
import { TaskRepository } from '../src/task.repository.js';

const EMAILS = 20_000;
const PAGE = 20;
/** A page of emails, their tasks, and a few rows around them. */
const FEW = 3 * PAGE;

let test: TestDatabase;
let rows: RowsRead;
let mailboxId: number;
beforeAll(async () => {
  test = await createTestDatabase();
  rows = new RowsRead(test.url);
  await buildTenant(rows.database, 'tnt_rows', 'rows.test');
  mailboxId = await buildMailbox(rows.database, 'tnt_rows', 'a@rows.test');
  await rows.skew(mailboxId, await buildMailbox(rows.database, 'tnt_rows', 'b@rows.test'), EMAILS);
}, 90_000);
afterAll(async () => {
  await rows.database.close();
  await test.drop();
});

const depths = [undefined, EMAILS / 4, EMAILS / 2, EMAILS - PAGE];
const orders = [true, false];
const pages = depths.flatMap((cursor) => orders.map((oldestFirst) => ({ cursor, oldestFirst, limit: PAGE })));

it.each(pages)('a page of emails with their tasks reads a page of rows: %j', async (page) => {
  const emails = new ReceivedEmailRepository(rows.database);
  expect(await rows.by(() => emails.list(mailboxId, page))).toBeLessThanOrEqual(FEW);
});

it.each(pages)('a page of emails reads a page of rows: %j', async (page) => {
  const emails = new EmailRepository(rows.database);
  expect(await rows.by(() => emails.list(mailboxId, { ...page, direction: 'received' }))).toBeLessThanOrEqual(FEW);
  expect(await rows.by(() => emails.listBoth(mailboxId, page.cursor, PAGE))).toBeLessThanOrEqual(FEW);
});

it('the labels of a mailbox are found without a look at the emails that have them', async () => {
  const label = statement(
    'test-label',
    `insert into email_label (mailbox_id, label, direction, email_id)
     select mailbox_id, name, direction, id from email, unnest(array['a', 'b', 'c']) name where mailbox_id = $1`,
  );
  await rows.database.query(label, [mailboxId]);
  const labels = new LabelRepository(rows.database);
  expect(await labels.names(mailboxId)).toEqual(['a', 'b', 'c']);
  expect(await rows.by(() => labels.names(mailboxId))).toBeLessThan(10);
});

it('a claim reads next to nothing where everything is handled', async () => {
  const turns = new ClaimTurnRepository(rows.database);
  const claim = { actor: { principalId: 'token:1' }, ttlSeconds: 60 };
  const request = { claim, part: 'none', limit: PAGE } as const;
  for (const oldestFirst of orders) {
    for (const statuses of [['new'], ['new', 'processing', 'needs_human']] as const) {
      const filter = { statuses, oldestFirst, cursor: undefined };
      expect(await rows.by(() => turns.take(mailboxId, filter, [request, request]))).toBeLessThan(5);
    }
  }
});

it('so does a turn that ends a task and claims the next, with its email', async () => {
  const turns = new ClaimTurnRepository(rows.database);
  const actor = { principalId: 'token:1', leaseToken: 'lse_stale' };
  const completion = { emailId: 1, actor, status: 'handled', reason: '' } as const;
  const request = { claim: { actor, ttlSeconds: 60 }, part: 'full', limit: 1, completion } as const;
  for (const oldestFirst of orders) {
    for (const statuses of [['new'], ['new', 'processing', 'needs_human']] as const) {
      const filter = { statuses, oldestFirst };
      expect(
        await rows.by(() =>
          turns.take(
            mailboxId,
            filter,
            Array.from({ length: 3 }, () => request),
          ),
        ),
      ).toBeLessThan(10);
    }
  }
});

it('one email with its task is read, or its status set, by a row of each table', async () => {
  const emails = new TaskEmailRepository(rows.database);
  const [reach, actor] = [{ tenantId: 'tnt_none', mailboxId: null }, { principalId: 'token:1' }];
  for (const named of [mailboxId, null]) expect(await rows.by(() => emails.find(FEW, named))).toBeLessThan(10);
  const change = { status: 'handled', reason: '' } as const;
  expect(await rows.by(() => emails.setStatus(FEW, reach, actor, change))).toBeLessThanOrEqual(FEW);
});

it.each(orders)('a page of tasks of a rare status reads a page of rows, oldest first: %j', async (oldestFirst) => {
  const tasks = new TaskRepository(rows.database);
  const filter = { statuses: ['needs_human'], oldestFirst, cursor: undefined, limit: PAGE };
  expect(await rows.by(() => tasks.list(mailboxId, filter as never))).toBeLessThanOrEqual(FEW);
});

it('how far a mailbox is settled is told by a row or two', async () => {
  const emails = new EmailRepository(rows.database);
  expect(await rows.by(() => emails.settledUntil(mailboxId))).toBeLessThan(5);
});

it('a turn that takes a task reads one email, though the others have few: averages tell nothing of a large mailbox', async () => {
  const small = statement(
    'test-small-mailboxes',
    `with box as (
       insert into mailbox (tenant_id, user_id, address, domain)
       select tenant_id, user_id, n || '@rows.test', domain from mailbox, generate_series(1, 20000) n where id = $1 returning id)
     insert into email (mailbox_id, direction, status, unread, raw_id, ready_at)
     select id, 0, 'received', true, gen_random_uuid(), now() from box`,
  );
  await rows.database.query(small, [mailboxId]);
  await rows.database.query(statement('test-wait', `update email_task set status = 'new' where email_id = $1`), [FEW]);
  await rows.database.query(statement('test-analyze', 'analyze'));
  const database = new RowsRead(test.url);
  const turns = new ClaimTurnRepository(database.database);
  const request = { claim: { actor: { principalId: 'token:1' }, ttlSeconds: 60 }, part: 'full', limit: 1 } as const;
  const filter = { statuses: ['new'], oldestFirst: true } as const;
  let taken: unknown[] = [];
  const work = async () => (taken = await turns.take(mailboxId, filter, [request]));
  expect(await database.by(work)).toBeLessThan(30);
  expect(taken).toMatchObject([{ taken: [{ task: { emailId: FEW }, email: { email: { id: FEW } } }] }]);
  await database.database.close();
});
