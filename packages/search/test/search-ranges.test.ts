import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { statement } from '@mailroom/database';
import fc from 'fast-check';
import { listsIn, listsInBucket } from '../src/postings.js';
import { SearchRangeRepository } from '../src/search-range.repository.js';
import { searchQuery, termOf, type SearchFilter } from '../src/search-query.js';
import { SearchSegmentRepository } from '../src/search-segment.repository.js';
import { startRanges } from './range-fixture.js';
import { placesIn } from './search-fixture.js';

let search: Awaited<ReturnType<typeof startRanges>>;
beforeAll(async () => {
  search = await startRanges();
});
afterAll(() => search.close());

/** The emails of a large range and some more; the last of its blocks are not packed. */
const COUNT = 16_384 + 1_000;

const deleteEmails = statement('test-range-delete', 'delete from email where id = any ($1::bigint[])');

async function pages(mailboxId: number, filter: SearchFilter, oldestFirst: boolean, limit: number) {
  const found: number[] = [];
  for (;;) {
    const cursor = found.at(-1);
    const page = await search.find(mailboxId, filter, { oldestFirst, limit, ...(cursor !== undefined && { cursor }) });
    found.push(...page);
    if (page.length < limit) return found;
  }
}

/** Searches find these emails of a mailbox, by common words and by rare ones, from both ends. */
async function expectFound(mailboxId: number, ids: readonly number[], gone: readonly number[] = []) {
  const seldom = ids.filter((id) => search.numberOf(id) % 97 === 0);
  for (const oldestFirst of [false, true]) {
    const inOrder = (list: readonly number[]) => (oldestFirst ? list : [...list].reverse());
    expect(await pages(mailboxId, { q: 'common' }, oldestFirst, 4_000)).toEqual(inOrder(ids));
    expect(await pages(mailboxId, { q: 'common seldom' }, oldestFirst, 37)).toEqual(inOrder(seldom));
    const sent = seldom.filter((id) => search.numberOf(id) % 2 === 1);
    expect(await pages(mailboxId, { q: 'seldom', direction: 'sent' }, oldestFirst, 20)).toEqual(inOrder(sent));
  }
  for (const id of [ids[0], ids[Math.floor(ids.length / 3)], ids.at(-1)])
    expect(await search.find(mailboxId, { q: `u${search.numberOf(id ?? 0)}` })).toEqual([id]);
  for (const id of gone) expect(await search.find(mailboxId, { q: `u${search.numberOf(id)}` })).toEqual([]);
  expect(await search.find(mailboxId, { q: 'absent' })).toEqual([]);
}

const spread = (ids: readonly number[], every: number, first = 0) => ids.filter((_, index) => index % every === first);

describe('ranges of blocks', () => {
  let mailboxId: number;
  let ids: number[];
  const remove = async (gone: readonly number[]) => {
    await search.database.query(deleteEmails, [gone]);
    await search.forget();
    await search.indexer.renew(10);
    ids = ids.filter((id) => !gone.includes(id));
  };
  beforeEach(async () => {
    ({ mailboxId, ids } = await search.filled(COUNT));
    await search.index(mailboxId, ids);
  }, 60_000);

  it('are of two sizes, and searches read the larger ones', async () => {
    expect(await search.stateOf(mailboxId)).toMatchObject({ small: 0, large: 0, loose: 270 });
    await expectFound(mailboxId, ids);
    await search.indexer.settle();
    expect(await search.stateOf(mailboxId)).toMatchObject({
      small: 33,
      shown: 1,
      large: 1,
      whole: 1,
      loose: 6,
      rests: null,
    });
    await expectFound(mailboxId, ids);
    const middle = ids.slice(5_000, 5_100);
    const since = new Date(Date.now() - 86_400_000 + 4_000_000);
    expect((await pages(mailboxId, { q: 'common', before: since }, false, 1_000)).length).toBeGreaterThan(3_000);
    expect(await search.find(mailboxId, { q: 'common' }, { limit: 100, cursor: (middle.at(-1) ?? 0) + 1 })).toEqual(
      middle.reverse(),
    );
  }, 60_000);

  it('are built on by another process where one was stopped', async () => {
    const ranges = new SearchRangeRepository(search.searchDatabase);
    while ((await search.stateOf(mailboxId)).built === 0) await ranges.pack(mailboxId);
    expect(await search.stateOf(mailboxId)).toMatchObject({ shown: 33, whole: 0 });
    await expectFound(mailboxId, ids);
    await search.another().settle();
    expect(await search.stateOf(mailboxId)).toMatchObject({ shown: 1, whole: 1 });
    await expectFound(mailboxId, ids);
  }, 60_000);

  it('are built no further once the process is to stop', async () => {
    await search.indexer.settle(undefined, AbortSignal.abort());
    expect(await search.stateOf(mailboxId)).toMatchObject({ small: 0, loose: 270, rests: false });
  }, 60_000);

  it('are each built once by two processes', async () => {
    await Promise.all([search.indexer.settle(), search.another().settle(), search.another().settle()]);
    expect(await search.stateOf(mailboxId)).toMatchObject({ small: 33, shown: 1, large: 1, whole: 1, loose: 6 });
    await expectFound(mailboxId, ids);
  }, 60_000);

  it('are taken apart while they are built, rest, and are built again', async () => {
    const ranges = new SearchRangeRepository(search.searchDatabase);
    for (const part of ['built', 'whole'] as const) {
      await search.resume(mailboxId);
      while ((await search.stateOf(mailboxId))[part] === 0) await ranges.pack(mailboxId);
      const gone = ids.slice(700, 701);
      await remove(gone);
      expect(await search.stateOf(mailboxId)).toMatchObject({ small: 32, shown: 32, whole: 0, built: 0, rows: 0 });
      await expectFound(mailboxId, ids, gone);
      await search.indexer.settle();
      const state = { small: 33, shown: 33, large: 1, whole: 0, built: 0, rows: 0, rests: true };
      expect(await search.stateOf(mailboxId)).toMatchObject(state);
      await expectFound(mailboxId, ids, gone);
    }
    await search.resume(mailboxId);
    await search.indexer.settle();
    expect(await search.stateOf(mailboxId)).toMatchObject({ small: 33, shown: 1, whole: 1 });
    await expectFound(mailboxId, ids);
  }, 120_000);

  it('hold each email once, in whatever order mail comes late, goes, and they are packed, built and taken apart', async () => {
    await search.indexer.settle();
    const { mailboxId: late, ids: other } = await search.filled(COUNT);
    const waiting = spread(other, 900, 450);
    await search.index(
      late,
      other.filter((id) => !waiting.includes(id)),
    );
    const steps = fc.array(fc.constantFrom('settle', 'delete', 'late', 'resume', 'part'), {
      minLength: 6,
      maxLength: 10,
    });
    const ranges = new SearchRangeRepository(search.searchDatabase);
    const deleted = spread(other, 1_100, 7);
    let now = other.filter((id) => !waiting.includes(id));
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        await Promise.all(
          list.map(async (step) => {
            if (step === 'settle') await search.indexer.settle();
            if (step === 'part') await ranges.pack(late);
            if (step === 'resume') await search.resume(late);
            const id = step === 'delete' ? deleted.pop() : step === 'late' ? waiting.pop() : undefined;
            if (id === undefined) return;
            if (step === 'late') await search.indexer.add(placesIn(late, [id]));
            else await search.database.query(deleteEmails, [[id]]);
            await search.forget();
            now = step === 'late' ? [...now, id].sort((a, b) => a - b) : now.filter((one) => one !== id);
            await search.indexer.renew(10);
          }),
        );
        await expectFound(late, now);
      }),
      { numRuns: 8 },
    );
    await expectFound(mailboxId, ids);
  }, 240_000);

  it('hold no word of deleted mail once they are made anew', async () => {
    await search.indexer.settle();
    const gone = spread(ids, 2_000, 1_234);
    await remove(gone);
    await search.resume(mailboxId);
    await search.indexer.settle();
    const rows = await search.database.query<{ bucket: number; buckets: number; postings: Buffer }>(
      statement(
        'test-range-postings',
        `select bucket, buckets, postings from search_posting join search_range using (mailbox_id, range) where mailbox_id = $1`,
      ),
      [mailboxId],
    );
    const blocks = await search.database.query<{ postings: Buffer }>(
      statement('test-range-blocks', 'select postings from email_block where mailbox_id = $1'),
      [mailboxId],
    );
    const terms = new Set([
      ...rows.flatMap(({ bucket, buckets, postings }) => [...listsInBucket(postings, bucket, buckets).keys()]),
      ...blocks.flatMap(({ postings }) => [...listsIn(postings).keys()]),
    ]);
    expect(terms.has(termOf(`u${search.numberOf(ids[0] ?? 0)}`))).toBe(true);
    expect(gone.filter((id) => terms.has(termOf(`u${search.numberOf(id)}`)))).toEqual([]);
    await expectFound(mailboxId, ids, gone.slice(0, 2));
  }, 60_000);

  it('go with the last of their mail', async () => {
    await search.indexer.settle();
    await remove(ids.slice(0, 16_384));
    await search.resume(mailboxId);
    await search.indexer.settle();
    expect(await search.stateOf(mailboxId)).toMatchObject({ small: 1, shown: 1, large: 0, rows: 0 });
    await expectFound(mailboxId, ids);
    await remove([...ids]);
    await search.indexer.settle();
    expect(await search.stateOf(mailboxId)).toMatchObject({ small: 0, large: 0, rows: 0, loose: 0 });
  }, 120_000);

  it('have each email once while they are packed, built and taken apart between two reads of a search', async () => {
    const segments = new SearchSegmentRepository(search.searchDatabase);
    const ranges = new SearchRangeRepository(search.searchDatabase);
    for (const oldestFirst of [false, true]) {
      const gone = spread(ids, 3_000, oldestFirst ? 1_000 : 500);
      const kept = ids.filter((id) => !gone.includes(id));
      const page = { query: searchQuery({ q: 'common' }), filter: {}, oldestFirst, limit: 20, cursor: undefined };
      const found: number[] = [];
      let reads = 0;
      for await (const some of segments.walk(mailboxId, page, oldestFirst ? 0 : Number.MAX_SAFE_INTEGER)) {
        found.push(...some);
        reads += 1;
        if (reads % 3 === 1) for (let part = 0; part < 20; part += 1) await ranges.pack(mailboxId);
        else if (reads % 3 === 2) await remove(gone.splice(0, 1));
        else await search.resume(mailboxId);
      }
      expect(found).toEqual([...new Set(found)].sort((a, b) => (oldestFirst ? a - b : b - a)));
      const sealed = kept.slice(0, -128);
      expect(sealed.filter((id) => !found.includes(id))).toEqual([]);
    }
  }, 120_000);
});

describe('small ranges', () => {
  it('stay small when much old mail comes after new mail', async () => {
    const { mailboxId, ids } = await search.filled(4_000);
    await search.indexer.add(placesIn(mailboxId, ids.slice(3_000)));
    await search.indexer.settle();
    for (let first = 0; first < 3_000; first += 200) {
      await search.indexer.add(placesIn(mailboxId, ids.slice(first, first + 200)));
      if (first % 600 === 0) await search.indexer.settle();
    }
    await search.indexer.settle();
    await expectFound(mailboxId, ids);
    const [sizes] = await search.database.query<{ most: number; loose: number }>(
      statement(
        'test-range-sizes',
        `select max(count)::int as most, (select count(*) from email_block where mailbox_id = $1 and not packed)::int as loose from (
           select count(*) from search_range r join email_block b on b.mailbox_id = r.mailbox_id
             and b.first_id between r.first_id and r.last_id
           where r.mailbox_id = $1 group by r.range) n`,
      ),
      [mailboxId],
    );
    expect(sizes?.most).toBeLessThan(16);
    expect(sizes?.loose).toBeLessThan(16);
  }, 60_000);
});
