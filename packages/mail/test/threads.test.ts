import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { buildMailbox, buildTenant, createTestDatabase, type TestDatabase } from '@mailroom/testing';
import { MailboxRepository, ThreadService, type Mailbox } from '../src/index.js';
import { ThreadRepository } from '../src/thread/thread.repository.js';

let testDatabase: TestDatabase;
let database: Database;
let threads: ThreadService;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = new Database({ url: testDatabase.url, poolSize: 2 });
  threads = new ThreadService(new ThreadRepository(database));
  await buildTenant(database, 'tnt_a', 'a.test');
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Emails of these threads in this order; every fourth was sent. */
const insert = statement(
  'test-thread-emails',
  `insert into email (mailbox_id, direction, status, unread, raw_id, from_email, subject, thread_id, ready_at)
   select $1, (n % 4 = 0)::int, 'received', true, gen_random_uuid(), 'a' || n % 3 || '@x', 's', thread, now()
   from unnest($2::text[]) with ordinality as t (thread, n) order by n`,
);

let boxes = 0;

async function mailboxWith(threadIds: readonly string[]): Promise<Mailbox> {
  const id = await buildMailbox(database, 'tnt_a', `box${(boxes += 1)}@a.test`);
  await database.query(insert, [id, threadIds]);
  const mailbox = await new MailboxRepository(database).find(id);
  if (!mailbox) throw new Error('There is no mailbox.');
  return mailbox;
}

/** The thread ids of all pages, and the number of pages. */
async function follow(mailbox: Mailbox, oldestFirst: boolean, limit: number) {
  const found: string[] = [];
  let cursor: number | undefined;
  for (let pages = 1; pages < 200; pages += 1) {
    const page = await threads.list(mailbox, { cursor, oldestFirst, limit });
    found.push(...page.items.map(({ threadId }) => threadId));
    if (!page.hasMore) return { found, pages };
    cursor = page.nextCursor ?? undefined;
  }
  throw new Error('The pages do not end.');
}

describe('a list of threads', () => {
  const names = (count: number, prefix: string) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

  it.each([true, false])('names each thread once, by its newest email (oldest first: %s)', async (oldestFirst) => {
    const mailbox = await mailboxWith([...names(30, 't'), 'long', 't3', 't7', 'long', 'last']);
    const newest = [
      'last',
      'long',
      't7',
      't3',
      ...names(30, 't')
        .reverse()
        .filter((id) => !['t3', 't7'].includes(id)),
    ];
    const { found } = await follow(mailbox, oldestFirst, 7);
    expect(found).toEqual(oldestFirst ? newest.reverse() : newest);
  });

  it('gets past forty thousand emails in a row that are all of one thread', async () => {
    const mailbox = await mailboxWith([...names(10, 'old'), ...Array.from({ length: 40_000 }, () => 'endless'), 'new']);
    const { found, pages } = await follow(mailbox, false, 5);
    expect(found).toEqual(['new', 'endless', ...names(10, 'old').reverse()]);
    expect(pages).toBeLessThan(6);
  });

  it('counts and names of a long thread no more than it has to look at', async () => {
    const mailbox = await mailboxWith(Array.from({ length: 1_200 }, () => 'endless'));
    const { items } = await threads.list(mailbox, { cursor: undefined, oldestFirst: false, limit: 20 });
    expect(items).toMatchObject([{ emailCount: 1_000, unreadCount: 1_000 }]);
    expect(items[0]?.participants.map(({ email }) => email).sort()).toEqual(['a0@x', 'a1@x', 'a2@x']);
  });

  it('of an empty mailbox is empty', async () => {
    const page = { cursor: undefined, oldestFirst: false, limit: 20 };
    expect(await threads.list(await mailboxWith([]), page)).toEqual({ items: [], nextCursor: null, hasMore: false });
  });
});
