import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migrate, statement, upkeepStatement } from '@mailroom/database';
import { placesIn, startSearch } from './search-fixture.js';

const MIGRATION = '20261127000000_search_ranges';

let search: Awaited<ReturnType<typeof startSearch>>;
beforeAll(async () => {
  search = await startSearch();
});
afterAll(() => search.close());

const makeEmails = statement(
  'test-old-emails',
  `insert into email (mailbox_id, direction, status, unread, raw_id, subject, created_at, ready_at)
   select $1::int, n % 2, 'received', true, gen_random_uuid(), 'common' || case when n % 97 = 0 then ' seldom' else '' end,
     now() - interval '1 day', now()
   from generate_series(1, $2::int) n returning id`,
);

/** The tables of ranges as they were, with a range of 32 blocks for each mailbox; blocks had all their postings. */
const oldForm = [
  'drop table search_posting, search_range',
  `create table search_range (mailbox_id integer not null, range integer not null, first_id bigint not null,
     last_id bigint not null, buckets integer not null, first_at timestamptz(6) not null, last_at timestamptz(6) not null,
     primary key (mailbox_id, range))`,
  `create table search_posting (mailbox_id integer not null, range integer not null, bucket integer not null,
     postings bytea not null, primary key (mailbox_id, range, bucket))`,
  `update email_block b set range = n.number / 32, packed = n.number < 32 from (
     select mailbox_id, first_id, row_number() over (partition by mailbox_id order by first_id) - 1 as number from email_block) n
   where n.mailbox_id = b.mailbox_id and n.first_id = b.first_id`,
  `insert into search_range select mailbox_id, range, min(first_id), max(last_id), 1, min(first_at), max(last_at)
   from email_block where packed group by mailbox_id, range`,
  `insert into search_posting select mailbox_id, range, 0, '\\x00' from search_range`,
  'alter table search_mailbox drop column pack_at, add column unpacked boolean not null default false',
  'create index search_mailbox_unpacked_partial on search_mailbox (mailbox_id) where unpacked',
  // It has sealed more blocks than are left.
  'update search_mailbox set sealed_blocks = sealed_blocks + 40',
  `delete from _prisma_migrations where migration_name = '${MIGRATION}'`,
];

const readState = upkeepStatement(
  'test-migrated',
  `select (select count(*) from search_range where mailbox_id = $1 and level = 1)::int as small,
     (select count(*) from search_range where mailbox_id = $1 and level = 2)::int as large,
     (select count(*) from email_block where mailbox_id = $1 and not packed)::int as loose,
     (select array_agg(distinct range order by range) from email_block where mailbox_id = $1) as numbers,
     sealed_blocks as sealed, pack_at <= now() as due
   from search_mailbox where mailbox_id = $1`,
);

it('blocks of an older version get their ranges anew, and searches find the same meanwhile', async () => {
  const sizes = [20_000, 1_000, 70];
  const mailboxes: { mailboxId: number; seldom: number[] }[] = [];
  for (const size of sizes) {
    const mailboxId = await search.mailbox();
    const rows = await search.database.query<{ id: number }>(makeEmails, [mailboxId, size]);
    const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
    await search.indexer.add(placesIn(mailboxId, ids));
    mailboxes.push({ mailboxId, seldom: ids.filter((_, index) => (index + 1) % 97 === 0) });
  }
  for (const text of oldForm) await search.database.query(upkeepStatement('test-old-form', text));
  await migrate(search.url);

  const states = async () =>
    Promise.all(mailboxes.map(async ({ mailboxId }) => (await search.database.query(readState, [mailboxId]))[0]));
  const expectFound = async () => {
    for (const { mailboxId, seldom } of mailboxes)
      expect(await search.find(mailboxId, { q: 'common seldom' }, { oldestFirst: true, limit: 300 })).toEqual(seldom);
  };
  expect(await states()).toEqual([
    { small: 0, large: 0, loose: 311, numbers: [0, 1], sealed: 311, due: true },
    { small: 0, large: 0, loose: 14, numbers: [0], sealed: 14, due: true },
    { small: 0, large: 0, loose: 0, numbers: null, sealed: 0, due: null },
  ]);
  await expectFound();
  await search.indexer.settle();
  expect(await states()).toEqual([
    { small: 38, large: 1, loose: 7, numbers: [0, 1], sealed: 311, due: null },
    { small: 1, large: 0, loose: 6, numbers: [0], sealed: 14, due: null },
    { small: 0, large: 0, loose: 0, numbers: null, sealed: 0, due: null },
  ]);
  await expectFound();
}, 60_000);
