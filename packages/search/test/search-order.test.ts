import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { statement } from '@mailroom/database';
import fc from 'fast-check';
import { searchQuery, type SearchFilter } from '../src/search-query.js';
import { SearchSegmentRepository } from '../src/search-segment.repository.js';
import { placesIn, searchIndexOf, startSearch } from './search-fixture.js';

let search: Awaited<ReturnType<typeof startSearch>>;
beforeAll(async () => {
  search = await startSearch();
});
afterAll(() => search.close());

const makeEmails = statement(
  'test-ordered-emails',
  `insert into email (mailbox_id, direction, status, unread, raw_id, subject, created_at, ready_at)
   select $1::int, n % 2, 'received', true, gen_random_uuid(), 'common' || case when n % 7 = 0 then ' seldom' else '' end,
     now() - make_interval(mins => $3::int), now()
   from generate_series(1, $2::int) n returning id`,
);

/** Blocks do not wait for mail that is older than ten minutes. */
async function filled(count: number, ageMinutes = 60) {
  const mailboxId = await search.mailbox();
  const rows = await search.database.query<{ id: number }>(makeEmails, [mailboxId, count, ageMinutes]);
  return { mailboxId, ids: rows.map(({ id }) => id).sort((a, b) => a - b) };
}

async function pages(mailboxId: number, filter: SearchFilter, oldestFirst: boolean, between = async () => {}) {
  const found: number[] = [];
  for (;;) {
    const cursor = found.at(-1);
    const page = await search.find(mailboxId, filter, {
      oldestFirst,
      limit: 37,
      ...(cursor !== undefined && { cursor }),
    });
    found.push(...page);
    if (page.length < 37) return found;
    await between();
  }
}

const late = statement('test-late', 'select count(*)::int as count from email_index where mailbox_id = $1 and late');
const covered = statement(
  'test-in-blocks',
  `select count(*)::int as count from email_block b join email_index x
     on x.mailbox_id = b.mailbox_id and x.email_id between b.first_id and b.last_id where b.mailbox_id = $1`,
);
const ranges = statement(
  'test-ranges',
  `select (select count(*) from search_range where mailbox_id = $1)::int as ranges,
     (select count(*) from email_block where mailbox_id = $1 and not packed)::int as loose`,
);
const countOf = async (query: ReturnType<typeof statement>, mailboxId: number) =>
  (await search.database.query<{ count: number }>(query, [mailboxId]))[0]?.count ?? 0;
const lateIn = (mailboxId: number) => countOf(late, mailboxId);
const inBlocks = (mailboxId: number) => countOf(covered, mailboxId);

const both = async (mailboxId: number, filter: SearchFilter, ids: readonly number[]) => {
  expect(await pages(mailboxId, filter, true)).toEqual(ids);
  expect(await pages(mailboxId, filter, false)).toEqual([...ids].reverse());
};

const filters: readonly SearchFilter[] = [{ q: 'common' }, { q: 'common seldom' }, {}];

describe('the order of a search', () => {
  it('is that of email ids, however late some were indexed and by however many at once', async () => {
    const other = searchIndexOf(search.database);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 500 }), fc.infiniteStream(fc.nat()), async (count, random) => {
        const { mailboxId, ids } = await filled(count);
        const shuffled = ids
          .map((id) => ({ id, at: id + (Number(random.next().value) % 300) }))
          .sort((a, b) => a.at - b.at)
          .map(({ id }) => id);
        for (let first = 0; first < count; first += 48) {
          const [one, two] = [shuffled.slice(first, first + 32), shuffled.slice(first + 24, first + 48)];
          await Promise.all([search.indexer.add(placesIn(mailboxId, one)), other.add(placesIn(mailboxId, two))]);
        }
        for (const filter of filters) {
          const seldom = filter.q?.includes('seldom') ? ids.filter((_, index) => (index + 1) % 7 === 0) : ids;
          await both(mailboxId, filter, seldom);
        }
      }),
      { numRuns: 6 },
    );
  }, 120_000);

  it('is that of email ids when old mail is indexed after new mail, and the blocks are as small as they were', async () => {
    const { mailboxId, ids } = await filled(2_000);
    await search.indexer.add(placesIn(mailboxId, ids.slice(1_400)));
    for (let first = 0; first < 1_400; first += 64)
      await search.indexer.add(placesIn(mailboxId, ids.slice(first, Math.min(first + 64, 1_400))));
    for (const filter of [{ q: 'common' }, {}]) await both(mailboxId, filter, ids);
    const sizes = await search.database.query<{ count: number; late: number }>(
      statement(
        'test-block-sizes',
        `select count(*)::int as count, (count(*) filter (where late))::int as late from email_block b join email_index x
           on x.mailbox_id = b.mailbox_id and x.email_id between b.first_id and b.last_id
         where b.mailbox_id = $1 group by b.first_id`,
      ),
      [mailboxId],
    );
    expect(Math.max(...sizes.map(({ count }) => count))).toBeLessThan(128);
    expect(sizes.reduce((sum, { late }) => sum + late, 0)).toBe(0);
    expect(sizes.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(2_000 - 128);
  }, 60_000);

  it('makes each block once of mail that came in a burst, in whatever order it is indexed', async () => {
    const { mailboxId, ids } = await filled(600, 0);
    const mixed = ids.map((id, index) => ({ id, at: (index * 263) % 600 })).sort((a, b) => a.at - b.at);
    const lates: number[] = [];
    for (let first = 0; first < 600; first += 64) {
      await search.indexer.add(
        placesIn(
          mailboxId,
          mixed.slice(first, first + 64).map(({ id }) => id),
        ),
      );
      lates.push(await lateIn(mailboxId));
    }
    expect(Math.max(...lates)).toBe(0);
    expect(await inBlocks(mailboxId)).toBeGreaterThanOrEqual(600 - 128);
    for (const filter of [{ q: 'common' }, {}]) await both(mailboxId, filter, ids);
  }, 60_000);

  it('stays the same when ranges of blocks are packed, lose mail, get late mail and are packed again', async () => {
    const { mailboxId, ids } = await filled(5_000);
    const slow = ids.filter((_, index) => index % 1_000 === 700);
    const gone = ids.filter((_, index) => index % 1_000 === 300);
    const rangesOf = async () => (await search.database.query(ranges, [mailboxId]))[0];
    await search.indexer.add(
      placesIn(
        mailboxId,
        ids.filter((id) => !slow.includes(id)),
      ),
    );
    expect(await rangesOf()).toEqual({ ranges: 0, loose: 77 });
    await search.indexer.settle();
    expect(await rangesOf()).toEqual({ ranges: 9, loose: 5 });
    const soon = ids.filter((id) => !slow.includes(id));
    await both(mailboxId, { q: 'common' }, soon);

    await search.indexer.add(placesIn(mailboxId, slow.slice(0, 1)));
    expect(await rangesOf()).toEqual({ ranges: 8, loose: 13 });
    await both(
      mailboxId,
      { q: 'common' },
      [...soon, ...slow.slice(0, 1)].sort((a, b) => a - b),
    );
    await search.database.query(statement('test-delete-some', 'delete from email where id = any ($1)'), [gone]);
    await search.forget();
    await search.indexer.add(placesIn(mailboxId, slow.slice(1)));
    await search.indexer.renew(10);
    const left = ids.filter((id) => !gone.includes(id));
    for (const settle of [async () => {}, () => search.indexer.settle()]) {
      await settle();
      const seldom = left.filter((id) => (ids.indexOf(id) + 1) % 7 === 0);
      await both(mailboxId, { q: 'common' }, left);
      await both(mailboxId, { q: 'common seldom' }, seldom);
      await both(
        mailboxId,
        { q: 'seldom', direction: 'sent' },
        seldom.filter((id) => ids.indexOf(id) % 2 === 0),
      );
    }
    expect(await rangesOf()).toEqual({ ranges: 9, loose: 0 });
  }, 60_000);

  it('has each email once when its range is packed between two reads of one search', async () => {
    const { mailboxId, ids } = await filled(3_000);
    await search.indexer.add(placesIn(mailboxId, ids));
    const segments = new SearchSegmentRepository(search.searchDatabase);
    for (const oldestFirst of [false, true]) {
      const page = { query: searchQuery({ q: 'common' }), filter: {}, oldestFirst, limit: 20, cursor: undefined };
      const found: number[] = [];
      for await (const some of segments.walk(mailboxId, page, oldestFirst ? 0 : Number.MAX_SAFE_INTEGER)) {
        found.push(...some);
        await search.indexer.settle();
      }
      const inOrder = [...new Set(found)].sort((a, b) => (oldestFirst ? a - b : b - a));
      expect(found).toEqual(inOrder);
      expect(found.length).toBeGreaterThan(2_800);
    }
  }, 60_000);

  it('waits with blocks for an email of the last ten minutes that is to come, and for no older one', async () => {
    for (const [ageMinutes, waits] of [
      [0, true],
      [9, true],
      [11, false],
    ] as const) {
      const { mailboxId, ids } = await filled(400, ageMinutes);
      for (let first = 1; first < 400; first += 64)
        await search.indexer.add(placesIn(mailboxId, ids.slice(first, first + 64)));
      expect([ageMinutes, (await inBlocks(mailboxId)) === 0]).toEqual([ageMinutes, waits]);
      await search.indexer.add(placesIn(mailboxId, ids.slice(0, 1)));
      await both(mailboxId, { q: 'common' }, ids);
      expect(await inBlocks(mailboxId)).toBeGreaterThan(200);
    }
  }, 60_000);

  it('has each email once across pages while mail arrives, becomes ready late and is deleted', async () => {
    const { mailboxId, ids } = await filled(700);
    const slow = ids.filter((_, index) => index % 50 === 3);
    const gone = ids.filter((_, index) => index % 50 === 7);
    await search.indexer.add(
      placesIn(
        mailboxId,
        ids.filter((id) => !slow.includes(id)),
      ),
    );
    const waiting = [...slow];
    const found = await pages(mailboxId, { q: 'common' }, false, async () => {
      await search.indexer.add(placesIn(mailboxId, waiting.splice(0, 2)));
      const more = await search.database.query<{ id: number }>(makeEmails, [mailboxId, 70, 60]);
      await search.indexer.add(
        placesIn(
          mailboxId,
          more.map(({ id }) => id),
        ),
      );
      await search.database.query(statement('test-delete', 'delete from email where id = $1'), [gone.pop() ?? 0]);
      await search.forget();
      await search.indexer.renew(10);
    });
    expect(found).toEqual([...new Set(found)].sort((a, b) => b - a));
    const steady = ids.filter((id, index) => !slow.includes(id) && index % 50 !== 7);
    expect(steady.filter((id) => !found.includes(id))).toEqual([]);
    expect(found.filter((id) => id > (ids.at(-1) ?? 0))).toEqual([]);
  }, 60_000);

  it('finds what became ready before it was asked and is not indexed yet, and says how much it left', async () => {
    const { mailboxId, ids } = await filled(10);
    const tell = statement(
      'test-tell',
      `insert into feed_event (mailbox_id, type, email_id) select $1, 'email.received', unnest($2::bigint[])`,
    );
    await search.database.query(tell, [mailboxId, ids.filter((_, index) => index % 2 === 1)]);
    // Every second one was sent, which the feed does not have to tell of.
    expect(await search.find(mailboxId, { q: 'common' })).toEqual([...ids].reverse());

    const flood = await filled(300);
    await search.database.query(tell, [flood.mailboxId, flood.ids]);
    const left = async () => (await search.search(flood.mailboxId, { q: 'common' })).unindexed;
    expect(await left()).toBe(300 - 64);
    while ((await left()) > 0);
    expect(await pages(flood.mailboxId, { q: 'common' }, false)).toEqual([...flood.ids].reverse());
  });
});
