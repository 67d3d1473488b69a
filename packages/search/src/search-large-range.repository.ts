import { statement, type SqlTx } from '@mailroom/database';
import { SearchDatabase } from './search-database.js';
import { bucketsFor, encodeBuckets, listsInBucket, type Postings } from './postings.js';
import { BLOCKS_IN_LARGE } from './search-block.repository.js';

/** Buckets that are made in one transaction: some 30 ms of work. */
const MADE_AT_ONCE = 256;

/** Small ranges take so much more than the large one that is built of them, in which a word stands once. */
const SHRINKAGE = 1.5;

/** How far a large range is built. */
type Progress = { readonly large: number; readonly buckets: number; readonly built: number };

type SmallRange = { readonly range: number; readonly firstId: number; readonly buckets: number };

type Row = { readonly range: number; readonly bucket: number; readonly postings: Buffer };

/** Rows of large ranges of which all blocks are there and packed, and more than one small range. */
const begin = statement(
  'search-begin-large',
  `insert into search_range (mailbox_id, range, level, large, first_id, last_id, buckets, first_at, last_at, visible, begin_at)
   select $1::int, (select max(range) from search_range where mailbox_id = $1::int) + row_number() over (order by large),
     2, large, min(first_id), max(last_id), 1, min(first_at), max(last_at), false, now()
   from search_range r where r.mailbox_id = $1::int and r.visible and r.level = 1
     and r.large < (select sealed_blocks / ${BLOCKS_IN_LARGE} from search_mailbox m where m.mailbox_id = $1::int)
     and not exists (select from search_range l where l.mailbox_id = $1::int and l.large = r.large and l.level = 2)
   group by large having count(*) > 1`,
);

const findNext = statement(
  'search-next-large',
  `select range from search_range where mailbox_id = $1::int and level = 2 and not visible and begin_at <= now()
   order by begin_at limit 1`,
);

const rest = statement(
  'search-rest',
  `update search_mailbox set pack_at = (
     select min(begin_at) from search_range where mailbox_id = $1::int and level = 2 and not visible)
   where mailbox_id = $1::int`,
);

/** Held until the commit: whoever takes it apart, or builds it too, waits. */
const lock = statement(
  'search-lock-large',
  `select large, buckets, built from search_range
   where mailbox_id = $1::int and range = $2::int and level = 2 and not visible and begin_at <= now() for update`,
);

const findSmall = statement(
  'search-small-ranges',
  `select range, first_id as "firstId", buckets from search_range
   where mailbox_id = $1::int and large = $2::int and level = 1 order by first_id`,
);

const measure = statement(
  'search-small-bytes',
  `select coalesce(sum(octet_length(postings)), 0)::float8 as bytes from search_posting
   where mailbox_id = $1::int and range = any ($2::int[])`,
);

const drop = statement('search-drop-large', `delete from search_range where mailbox_id = $1::int and range = $2::int`);

/** It reads the buckets of ranges (of $3 buckets each) whose numbers leave $5 to $6 when they are divided by $4. */
const readRows = statement(
  'search-small-postings',
  `select p.range, p.bucket, p.postings from unnest($2::int[], $3::int[]) as r (range, buckets)
   cross join lateral generate_series(0, r.buckets - 1, $4::int) as low
   join search_posting p on p.mailbox_id = $1::int and p.range = r.range and p.bucket between low + $5::int and low + $6::int`,
);

/** $7 all parts are built: from now on searches read it in the place of its small ranges. */
const writePart = statement(
  'search-write-part',
  `with posting as (
     insert into search_posting (mailbox_id, range, bucket, postings)
     select $1::int, $2::int, bucket, postings from unnest($3::int[], $4::bytea[]) as u (bucket, postings)),
   small as (
     update search_range s set visible = false
     where $7::boolean and s.mailbox_id = $1::int and s.large = $8::int and s.level = 1
     returning s.first_id, s.last_id, s.first_at, s.last_at),
   bounds as (
     select min(first_id) as first_id, max(last_id) as last_id, min(first_at) as first_at, max(last_at) as last_at from small)
   update search_range l set buckets = $5::int, built = $6::int, visible = $7::boolean,
     first_id = coalesce(b.first_id, l.first_id), last_id = coalesce(b.last_id, l.last_id),
     first_at = coalesce(b.first_at, l.first_at), last_at = coalesce(b.last_at, l.last_at)
   from bounds b where l.mailbox_id = $1::int and l.range = $2::int`,
);

/**
 * Large ranges as they are built of small ones. The lock of their own row is all that is held: blocks are made meanwhile, and
 * who makes those of a small range anew takes the large one apart, which locks it too.
 */
export class SearchLargeRangeRepository {
  constructor(private readonly database: SearchDatabase) {}

  /** A large range that is to be built; without one, the mailbox rests until there is. */
  async next(tx: SqlTx, mailboxId: number): Promise<number | undefined> {
    await tx.query(begin, [mailboxId]);
    const [next] = await tx.query<{ range: number }>(findNext, [mailboxId]);
    if (!next) await tx.query(rest, [mailboxId]);
    return next?.range;
  }

  /** Builds the next part of a large range. */
  async build(mailboxId: number, range: number): Promise<void> {
    await this.database.sqlTransaction(async (tx) => {
      const [progress] = await tx.query<Progress>(lock, [mailboxId, range]);
      if (!progress) return;
      const small = await tx.query<SmallRange>(findSmall, [mailboxId, progress.large]);
      if (small.length === 0) await tx.query(drop, [mailboxId, range]);
      else await buildPart(tx, mailboxId, range, small, progress);
    });
  }
}

/** The buckets of all ranges whose numbers end in the same bits make up buckets of the large one. */
async function buildPart(
  tx: SqlTx,
  mailboxId: number,
  range: number,
  small: readonly SmallRange[],
  { large, built, buckets }: Progress,
): Promise<void> {
  const ranges = small.map((one) => one.range);
  const [size] = built === 0 ? await tx.query<{ bytes: number }>(measure, [mailboxId, ranges]) : [];
  const count = size ? bucketsFor(size.bytes / SHRINKAGE) : buckets;
  const counts = small.map((one) => one.buckets);
  const parts = Math.min(count, ...counts);
  const until = Math.min(parts, built + Math.max(1, Math.floor((parts * MADE_AT_ONCE) / count)));
  const rows = await tx.query<Row>(readRows, [mailboxId, ranges, counts, parts, built, until - 1]);
  const filled = encodeBuckets(mergedOf(small, rows), count);
  await tx.query(writePart, [
    ...[mailboxId, range, [...filled.keys()], [...filled.values()], count],
    ...[until, until === parts, large],
  ]);
}

/** Numbers are distances from the first id of the first range. */
function mergedOf(small: readonly SmallRange[], rows: readonly Row[]): Postings {
  const merged: Postings = new Map();
  const places = new Map(small.map(({ range }, place) => [range, place]));
  const placeOf = ({ range }: Row) => places.get(range) ?? 0;
  for (const row of [...rows].sort((a, b) => placeOf(a) - placeOf(b))) {
    const { firstId, buckets } = small[placeOf(row)] ?? { firstId: 0, buckets: 1 };
    const distance = firstId - (small[0]?.firstId ?? 0);
    for (const [term, list] of listsInBucket(row.postings, row.bucket, buckets)) {
      const numbers = list.numbers();
      const known = merged.get(term);
      if (known) for (const number of numbers) known.push(number + distance);
      else merged.set(term, distance === 0 ? numbers : numbers.map((number) => number + distance));
    }
  }
  return merged;
}
