import { Injectable } from '@nestjs/common';
import { statement, type SqlTx } from '@mailroom/database';
import { BlockMaker, inReads, type BlockEmail, type SizedEmail } from './search-block.js';
import { SearchDatabase } from './search-database.js';
import { SearchSourceRepository } from './search-source.repository.js';
import { BLOCK_SIZE, SEAL_AT } from './search.repository.js';

/** So many neighbouring blocks are packed together, into a small range that holds their postings from then on. */
export const BLOCKS_IN_RANGE = 8;
/** Blocks with more postings than this are packed before there are so many, or searches would read all of that. */
export const PACKED_BYTES = 8 * 1024 * 1024;
/** The blocks of a large range, which is built of small ones. */
export const BLOCKS_IN_LARGE = 32 * BLOCKS_IN_RANGE;
/** A large range that lost mail or got late mail is not built again sooner: more of that may follow. */
const REST = `interval '10 minutes'`;

/** Ids of a mailbox whose blocks are made; a sealed span has the number of its first block, another keeps its large range. */
type Span = { readonly low: number; readonly high: number; readonly number: number | null; readonly range: number };

type Mailbox = { readonly sealedUntil: number; readonly sealedBlocks: number };

type Candidates = { readonly sealedUntil: number; readonly ids: readonly string[] };

/** A block to be made of these emails. */
type Block = { readonly firstId: number; readonly range: number; readonly emails: readonly SizedEmail[] };

/** Held until the commit, so that nothing is added to a mailbox while its blocks are made. */
const lock = statement(
  'search-lock-mailbox',
  `select sealed_until as "sealedUntil", sealed_blocks as "sealedBlocks" from search_mailbox where mailbox_id = $1::int for update`,
);

/** The emails beyond the blocks of a mailbox, as many as $2 blocks and one more take. */
const findCandidates = statement(
  'search-candidates',
  `select sealed_until as "sealedUntil", array(
     select email_id from email_index where mailbox_id = $1::int and email_id > m.sealed_until order by email_id
     limit ($2::int + 1) * ${BLOCK_SIZE}) as ids
   from search_mailbox m where mailbox_id = $1::int`,
);

/**
 * The last email of the next $3 blocks beyond $2; as many emails as a block has are left, for those that are slow. Emails of a
 * burst come in any order: what lies from $4 on, the first that is still to come, is left too, or its block would be made
 * once more.
 */
const nextSpan = statement(
  'search-next-span',
  `with candidate as materialized (
    select email_id from email_index where mailbox_id = $1::int and email_id > $2::bigint order by email_id
    limit ($3::int + 1) * ${BLOCK_SIZE}),
  next as (
    select email_id from candidate where email_id < $4::bigint)
  select max(email_id) as high, count(*)::int as count from (
    select email_id from next order by email_id
    limit (select greatest(0, least($3::int, count(*) / ${BLOCK_SIZE} - 1)) * ${BLOCK_SIZE} from next)) n`,
);

/**
 * The spans of blocks that lost emails or to which late ones belong; each reaches to the next block. One that is packed
 * has no postings of its own, so that its whole small range is made anew. No more begin once they hold $2 blocks.
 */
const brokenSpans = statement(
  'search-broken-spans',
  `with place as (
    select coalesce((select max(first_id) from email_block b where b.mailbox_id = $1::int and b.first_id <= l.email_id), 1) as low
    from (select email_id from email_index where mailbox_id = $1::int and late order by email_id limit $2::int) l
    union
    (select first_id from email_block where mailbox_id = $1::int and stale order by first_id limit $2::int)),
  span as (
    select min(least(p.low, r.first_id)) as low, coalesce(r.last_id, p.low) as last, coalesce(b.range, 0) as range,
      case when r.first_id is null then 1 else ${BLOCKS_IN_RANGE} end as blocks
    from place p
    left join lateral (
      select first_id, range, packed from email_block b where b.mailbox_id = $1::int and b.first_id >= p.low
      order by first_id limit 1) b on true
    left join lateral (
      select first_id, last_id from search_range r where b.packed and r.mailbox_id = $1::int and r.level = 1
        and r.first_id <= b.first_id order by first_id desc limit 1) r on true
    group by r.first_id, coalesce(r.last_id, p.low), coalesce(b.range, 0))
  select low, range, coalesce((
      select first_id from email_block b where b.mailbox_id = $1::int and b.first_id > last order by first_id limit 1) - 1, $3::bigint) as high
  from (select *, sum(blocks) over (order by low) - blocks as before from span) s where before < $2::int order by low`,
);

/** From $2 to $3. */
const spansOf = `unnest($2::bigint[], $3::bigint[]) as d (low, high)`;

/** Their rows are locked before those of blocks, as a deletion does. */
const settleLate = statement(
  'search-settle-late',
  `update email_index set late = false where mailbox_id = $1::int and email_id = any (array(
    select x.email_id from ${spansOf}
    join email_index x on x.mailbox_id = $1::int and x.late and x.email_id between d.low and d.high for update of x))`,
);

/** A deletion that is not committed yet marks them once they are made anew. */
const lockBlocks = statement(
  'search-lock-blocks',
  `select b.first_id from ${spansOf} join email_block b on b.mailbox_id = $1::int and b.first_id between d.low and d.high
   for update of b`,
);

const idsOf = statement(
  'search-span-ids',
  `select d.low, x.email_id as id, pg_column_size(x.words) as bytes from ${spansOf}
   join email_index x on x.mailbox_id = $1::int and x.email_id between d.low and d.high order by x.email_id`,
);

const linesOf = (words: string) => `array_to_string(tsvector_to_array(${words}), E'\\n')`;

const emailsOf = statement(
  'search-block-emails',
  `select email_id as id, direction, has_attachment as "hasAttachment", ${linesOf('words')} as words,
     ${linesOf(`ts_filter(words, '{a}')`)} as "A", ${linesOf(`ts_filter(words, '{b}')`)} as "B",
     ${linesOf(`ts_filter(words, '{c}')`)} as "C"
   from email_index where mailbox_id = $1::int and email_id = any ($2::bigint[]) order by email_id`,
);

/** Large ranges above the small ones of spans: whoever builds one holds its row. */
const lockLarge = statement(
  'search-lock-broken-large',
  `select from search_range l where l.mailbox_id = $1::int and l.level = 2 and l.large in (
     select r.large from ${spansOf} join search_range r on r.mailbox_id = $1::int and r.level = 1
       and r.first_id between d.low and d.high)
   order by l.range for update`,
);

/** Small ranges of spans go, and searches read the others of their large ranges again; tells whether there were any. */
const unpack = statement(
  'search-unpack',
  `with gone as (
     delete from search_range r where r.mailbox_id = $1::int and r.range in (
       select r.range from ${spansOf} join search_range r on r.mailbox_id = $1::int and r.level = 1
         and r.first_id between d.low and d.high)
     returning r.range, r.large),
   apart as (
     update search_range l set visible = false, built = 0, begin_at = now() + ${REST}
     where l.mailbox_id = $1::int and l.level = 2 and l.large in (select large from gone)
     returning l.range, l.large),
   postings as (
     delete from search_posting p where p.mailbox_id = $1::int and p.range in (
       select range from gone union all select range from apart)),
   others as (
     update search_range r set visible = true
     where r.mailbox_id = $1::int and r.level = 1 and not r.visible and r.large in (select large from apart)
       and r.range not in (select range from gone))
   select exists (select from gone) as any`,
);

const dropBlocks = statement(
  'search-drop-blocks',
  `delete from email_block b using ${spansOf}
   where b.mailbox_id = $1::int and b.first_id between d.low and d.high and b.first_id <> all ($4::bigint[])`,
);

/** A block keeps its row while it is made anew. */
const putBlock = statement(
  'search-put-block',
  `insert into email_block (mailbox_id, first_id, last_id, range, ids, postings, first_at, last_at)
   select $1::int, $2::bigint, max(email_id), $3::int, $4::bytea, $5::bytea, min(created_at), max(created_at)
   from email_index where mailbox_id = $1::int and email_id = any ($6::bigint[]) having count(*) > 0
   on conflict (mailbox_id, first_id) do update set last_id = excluded.last_id, range = excluded.range, ids = excluded.ids,
     postings = excluded.postings, first_at = excluded.first_at, last_at = excluded.last_at, stale = false, packed = false`,
);

/** $4 a range was unpacked; another is to be packed where $3 completes it, or where the blocks that wait for it are large. */
const finish = statement(
  'search-finish-blocks',
  `update search_mailbox s set sealed_until = $2::bigint, sealed_blocks = sealed_blocks + $3::int,
    pack_at = case when $4::boolean or (sealed_blocks + $3::int) / ${BLOCKS_IN_RANGE} > sealed_blocks / ${BLOCKS_IN_RANGE}
        or (select sum(octet_length(postings)) from (
          select postings from email_block where mailbox_id = $1::int and not packed
          order by first_id limit ${BLOCKS_IN_RANGE}) b) > ${PACKED_BYTES}
      then least(pack_at, now()) else pack_at end,
    unsealed = (
    select count(*) from (
      select from email_index where mailbox_id = $1::int and email_id > $2::bigint limit ${2 * SEAL_AT}) n)
  where mailbox_id = $1::int
  returning unsealed >= ${SEAL_AT} or exists (select from email_index where mailbox_id = $1::int and late)
    or exists (select from email_block where mailbox_id = $1::int and stale) as more`,
);

/** Mailboxes after $1 that have such rows, one look-up for each of them, however many rows it has. */
const mailboxesWith = (table: string, condition: string) => `(
     with recursive n as (
       (select mailbox_id from ${table} where ${condition} and mailbox_id > $1::int order by mailbox_id limit 1)
       union all
       select (select mailbox_id from ${table} where ${condition} and ${table}.mailbox_id > n.mailbox_id order by mailbox_id limit 1)
       from n where n.mailbox_id is not null)
     select mailbox_id from n where mailbox_id is not null limit $2::int)`;

/** Mailboxes with blocks to make: for deleted mail, for late mail, or for what an interrupted process left. */
const findUnarranged = statement(
  'search-unarranged',
  `select mailbox_id as "mailboxId" from (
     ${mailboxesWith('email_block', 'stale')} union ${mailboxesWith('email_index', 'late')}
     union (select mailbox_id from search_mailbox where unsealed >= ${SEAL_AT} and mailbox_id > $1::int
       order by mailbox_id limit $2::int)) m
   order by mailbox_id limit $2::int`,
);

/** What became of a mailbox: nothing was to be made, or something was and that is all, or there is more. */
export type Arranged = 'nothing' | 'all' | 'more';

/** Blocks as they are made. */
@Injectable()
export class SearchBlockRepository {
  constructor(
    private readonly database: SearchDatabase,
    private readonly source: SearchSourceRepository,
  ) {}

  /** Makes at most `limit` blocks anew and at most `limit` new ones. */
  async arrange(mailboxId: number, limit: number): Promise<Arranged> {
    const awaited = await this.#awaited(mailboxId, limit);
    return this.database.sqlTransaction(async (tx) => {
      const [mailbox] = await tx.query<Mailbox>(lock, [mailboxId]);
      if (!mailbox) return 'nothing';
      const { sealedUntil, sealedBlocks } = mailbox;
      const broken = await tx.query<Omit<Span, 'number'>>(brokenSpans, [mailboxId, limit, sealedUntil]);
      const spans: Span[] = broken.map((span) => ({ ...span, number: null }));
      const [next] = await tx.query<{ high: number | null; count: number }>(nextSpan, [
        mailboxId,
        sealedUntil,
        limit,
        awaited,
      ]);
      const until = next?.high ?? sealedUntil;
      const sealed = { low: sealedUntil + 1, high: until, range: 0, number: sealedBlocks };
      const unpacked = await this.#make(tx, mailboxId, until > sealedUntil ? [...spans, sealed] : spans);
      const blocks = Math.floor((next?.count ?? 0) / BLOCK_SIZE);
      const [left] = await tx.query<{ more: boolean }>(finish, [mailboxId, until, blocks, unpacked]);
      if (spans.length === 0 && blocks === 0) return 'nothing';
      return left?.more ? 'more' : 'all';
    });
  }

  /** The next `limit` mailboxes after one that have something to arrange. */
  async unarranged(after: number, limit: number): Promise<number[]> {
    return (await this.database.query<{ mailboxId: number }>(findUnarranged, [after, limit])).map(
      ({ mailboxId }) => mailboxId,
    );
  }

  /**
   * The email up to which new blocks may go, without it: the first that is still to come, or the one after the last that is
   * there. The database of the mail is asked before the mailbox is locked; what comes meanwhile is left for the next time.
   */
  async #awaited(mailboxId: number, limit: number): Promise<number> {
    const [place] = await this.database.query<Candidates>(findCandidates, [mailboxId, limit]);
    if (!place || place.ids.length < SEAL_AT) return 0;
    const ids = place.ids.map(Number);
    return (await this.source.awaited(mailboxId, place.sealedUntil, ids)) ?? (ids.at(-1) ?? 0) + 1;
  }

  /** Puts the blocks of spans in the place of those that were there; tells whether a range was unpacked. */
  async #make(tx: SqlTx, mailboxId: number, spans: readonly Span[]): Promise<boolean> {
    if (spans.length === 0) return false;
    const bounds = [mailboxId, spans.map(({ low }) => low), spans.map(({ high }) => high)];
    await tx.query(settleLate, bounds);
    await tx.query(lockBlocks, bounds);
    const rows = await tx.query<SizedEmail & { low: number }>(idsOf, bounds);
    const blocks = spans.flatMap((span) =>
      blocksOf(
        span,
        rows.filter(({ low }) => low === span.low),
      ),
    );
    await tx.query(lockLarge, bounds);
    const [unpacked] = await tx.query<{ any: boolean }>(unpack, bounds);
    await tx.query(dropBlocks, [...bounds, blocks.map(({ firstId }) => firstId)]);
    for (const block of blocks) await this.#put(tx, mailboxId, block);
    return unpacked?.any ?? false;
  }

  async #put(tx: SqlTx, mailboxId: number, { firstId, range, emails }: Block): Promise<void> {
    const block = new BlockMaker();
    for (const ids of inReads(emails))
      for (const email of await tx.query<BlockEmail>(emailsOf, [mailboxId, ids])) block.add(email);
    const { ids, postings } = block.contents();
    await tx.query(putBlock, [mailboxId, firstId, range, ids, postings, emails.map(({ id }) => id)]);
  }
}

/** The blocks of a span, of the same size; the first one keeps its first id. */
function blocksOf({ low, number, range }: Span, emails: readonly SizedEmail[]): Block[] {
  const { length } = emails;
  const count = length === 0 ? 0 : Math.max(1, Math.floor(length / BLOCK_SIZE));
  return Array.from({ length: count }, (_, block) => {
    const own = emails.slice(Math.ceil((block * length) / count), Math.ceil(((block + 1) * length) / count));
    return {
      firstId: block === 0 ? low : (own[0]?.id ?? low),
      range: number === null ? range : Math.floor((number + block) / BLOCKS_IN_LARGE),
      emails: own,
    };
  });
}
