import { Injectable } from '@nestjs/common';
import { Database, statement, type Tx } from '@mailroom/database';
import { ATTACHMENT_MARK, BLOCKS_IN_RANGE, directionMark, fieldMarks } from './search-query.js';
import { BLOCK_SIZE, SLICE_SIZE, SEAL_AT } from './search.repository.js';

/** Ids of a mailbox whose blocks are made; a sealed span has the number of its first block, another keeps its range. */
type Span = { readonly low: number; readonly high: number; readonly number: number | null; readonly range: number };

type Mailbox = { sealedUntil: bigint; sealedBlocks: number };

/** Held until the commit, so that nothing is added to a mailbox while its blocks are made. */
const lock = `
  select sealed_until as "sealedUntil", sealed_blocks as "sealedBlocks" from search_mailbox where mailbox_id = $1::int for update`;

/** For how long blocks wait for an email that is not in the index yet; then it comes late. */
const AWAITED = `interval '10 minutes'`;

/** The first email between $2 and the last candidate that is to come: one that is not read yet, or one that is ready. */
const firstAwaited = `
  select min(id) as id from (
    (select id from email where mailbox_id = $1::int and ready_at is null and id > $2::bigint
       and id < (select max(email_id) from candidate) and created_at > now() - ${AWAITED} order by id limit 1)
    union all
    select r.id from (values (0), (1)) d (direction) cross join lateral (
      select e.id from email e where e.mailbox_id = $1::int and e.direction = d.direction and e.ready_at is not null
        and e.id + 0 > $2::bigint and e.id + 0 < (select max(email_id) from candidate)
        and e.created_at > now() - ${AWAITED} and not exists (select from email_index x where x.email_id = e.id)
      order by e.id + 0 limit 1) r) awaited`;

/**
 * The last email of the next $3 blocks beyond $2; as many emails as a block has are left, for those that are slow. Emails of a
 * burst come in any order: what lies behind one that is still to come is left too, or its block would be made once more.
 */
const nextSpan = `
  with candidate as materialized (
    select email_id from email_index where mailbox_id = $1::int and email_id > $2::bigint order by email_id
    limit ($3::int + 1) * ${BLOCK_SIZE}),
  next as (
    select email_id from candidate where email_id < coalesce((${firstAwaited}), 9223372036854775807))
  select max(email_id) as high, count(*)::int as count from (
    select email_id from next order by email_id
    limit (select greatest(0, least($3::int, count(*) / ${BLOCK_SIZE} - 1)) * ${BLOCK_SIZE} from next)) n`;

/** The spans of blocks that lost emails or to which late ones belong, at most $2; each reaches to the next block. */
const brokenSpans = `
  with place as (
    select coalesce((select max(first_id) from email_block b where b.mailbox_id = $1::int and b.first_id <= l.email_id), 1) as low
    from (select email_id from email_index where mailbox_id = $1::int and late order by email_id limit $2::int) l
    union
    (select first_id from email_block where mailbox_id = $1::int and stale order by first_id limit $2::int))
  select low, coalesce((
      select first_id from email_block b where b.mailbox_id = $1::int and b.first_id > low order by first_id limit 1) - 1, $3::bigint) as high,
    coalesce((select range from email_block b where b.mailbox_id = $1::int and b.first_id = low), 0) as range
  from place order by low limit $2::int`;

/** Their rows are locked before those of blocks, as a deletion does. */
const settleLate = `
  update email_index set late = false where (mailbox_id, email_id) in (
    select x.mailbox_id, x.email_id from jsonb_to_recordset($2::text::jsonb) as d (low bigint, high bigint)
    join email_index x on x.mailbox_id = $1::int and x.late and x.email_id between d.low and d.high for update of x)`;

/** What the emails of spans ($2) hold, as `blockTerm` computes it: a row for each term of each slice. */
const sliceTerms = `
  with counted as (
    select x.email_id, d.low, d.number, d.range, row_number() over (partition by d.low order by x.email_id) - 1 as place,
      count(*) over (partition by d.low) as count
    from jsonb_to_recordset($2::text::jsonb) as d (low bigint, high bigint, number int, range int)
    join email_index x on x.mailbox_id = $1::int and x.email_id between d.low and d.high),
  placed as (
    select email_id, low, place, number, range, place * greatest(1, count / ${BLOCK_SIZE}) / count as block from counted),
  numbered as materialized (
    select email_id, low, block, coalesce((number + block) / ${BLOCKS_IN_RANGE}, range)::int as range,
      case when block = 0 then low else min(email_id) over (partition by low, block) end as first_id,
      (row_number() over (partition by low, block order by email_id) - 1) / ${SLICE_SIZE} as slice
    from placed),
  slice_term as materialized (
    select n.low, n.block, n.slice, n.range, t.term, min(n.first_id) as first_id, min(n.email_id) as own_id,
      max(n.email_id) as last_id, min(x.created_at) as first_at, max(x.created_at) as last_at
    from numbered n join email_index x on x.mailbox_id = $1::int and x.email_id = n.email_id cross join lateral (
      select ('x' || left(md5(x.mailbox_id || ' ' || mark), 8))::bit(32)::int as term from (
        select lexeme as mark from unnest(x.words)
        union all
        select case weight when 'A' then '${fieldMarks.A}' when 'B' then '${fieldMarks.B}' else '${fieldMarks.C}' end || lexeme
        from unnest(x.words) w cross join lateral (select distinct unnest(w.weights) as weight) k where weight in ('A', 'B', 'C')
        union all
        select case x.direction when 0 then '${directionMark('received')}' else '${directionMark('sent')}' end
        union all
        select '${ATTACHMENT_MARK}' where x.has_attachment
        union all
        select 'in:' || n.range) m) t
    group by 1, 2, 3, 4, 5)`;

const dropSlices = `
  delete from email_slice s using jsonb_to_recordset($2::text::jsonb) as d (low bigint, high bigint)
  where s.mailbox_id = $1::int and s.first_id between d.low and d.high`;

/** Puts the blocks of spans in the place of those that were there; a block keeps its first id while it is made anew. */
const put = `
  ${sliceTerms},
  slice as (
    insert into email_slice (mailbox_id, first_id, last_id, range, terms, first_at, last_at)
    select $1::int, min(own_id), max(last_id), range, array_agg(term), min(first_at), max(last_at)
    from slice_term group by low, block, slice, range),
  made as (
    select first_id, max(last_id) as last_id, range, array_agg(distinct term) as terms, min(first_at) as first_at,
      max(last_at) as last_at
    from slice_term group by first_id, range),
  gone as (
    delete from email_block b using jsonb_to_recordset($2::text::jsonb) as d (low bigint, high bigint)
    where b.mailbox_id = $1::int and b.first_id between d.low and d.high
      and not exists (select from made m where m.first_id = b.first_id))
  insert into email_block (mailbox_id, first_id, last_id, range, terms, first_at, last_at)
  select $1::int, first_id, last_id, range, terms, first_at, last_at from made
  on conflict (mailbox_id, first_id) do update set last_id = excluded.last_id, range = excluded.range,
    terms = excluded.terms, first_at = excluded.first_at, last_at = excluded.last_at, stale = false`;

const finish = `
  update search_mailbox s set sealed_until = $2::bigint, sealed_blocks = sealed_blocks + $3::int, unsealed = (
    select count(*) from (
      select from email_index where mailbox_id = $1::int and email_id > $2::bigint limit ${2 * SEAL_AT}) n)
  where mailbox_id = $1::int
  returning unsealed >= ${SEAL_AT} or exists (select from email_index where mailbox_id = $1::int and late)
    or exists (select from email_block where mailbox_id = $1::int and stale) as more`;

/** Mailboxes with blocks to make: for deleted mail, for late mail, or for what an interrupted process left. */
const findUnarranged = statement(
  'search-unarranged',
  `(select mailbox_id as "mailboxId" from email_block where stale limit $1)
   union (select mailbox_id from email_index where late limit $1)
   union (select mailbox_id from search_mailbox where unsealed >= ${SEAL_AT} limit $1)`,
);

/** Brings the words of new blocks, which wait in lists that every search reads, into the indexes proper. */
const emptyPending = statement(
  'search-empty-pending',
  `select gin_clean_pending_list('email_block_terms_idx'), gin_clean_pending_list('email_slice_terms_idx')`,
);

/** What became of a mailbox: nothing was to be made, or something was and that is all, or there is more. */
export type Arranged = 'nothing' | 'all' | 'more';

/** Blocks and slices as they are made. */
@Injectable()
export class SearchBlockRepository {
  constructor(private readonly database: Database) {}

  async emptyPending(): Promise<void> {
    await this.database.query(emptyPending);
  }

  /** Makes at most `limit` blocks anew and at most `limit` new ones. */
  async arrange(mailboxId: number, limit: number): Promise<Arranged> {
    return this.database.transaction(async (tx) => {
      const [mailbox] = await tx.$queryRawUnsafe<Mailbox[]>(lock, mailboxId);
      if (!mailbox) return 'nothing';
      const sealedUntil = Number(mailbox.sealedUntil);
      const broken = await tx.$queryRawUnsafe<Span[]>(brokenSpans, mailboxId, limit, sealedUntil);
      const spans = broken.map(({ low, high, range }) => ({
        low: Number(low),
        high: Number(high),
        range,
        number: null,
      }));
      const [next] = await tx.$queryRawUnsafe<{ high: bigint | null; count: number }[]>(
        nextSpan,
        mailboxId,
        sealedUntil,
        limit,
      );
      const until = Number(next?.high ?? sealedUntil);
      const sealed = { low: sealedUntil + 1, high: until, range: 0, number: mailbox.sealedBlocks };
      await this.#make(tx, mailboxId, until > sealedUntil ? [...spans, sealed] : spans);
      const blocks = Math.floor((next?.count ?? 0) / BLOCK_SIZE);
      const [left] = await tx.$queryRawUnsafe<{ more: boolean }[]>(finish, mailboxId, until, blocks);
      if (spans.length === 0 && blocks === 0) return 'nothing';
      return left?.more ? 'more' : 'all';
    });
  }

  /** At most three times `limit` mailboxes that have something to arrange. */
  async unarranged(limit: number): Promise<number[]> {
    return (await this.database.query<{ mailboxId: number }>(findUnarranged, [limit])).map(
      ({ mailboxId }) => mailboxId,
    );
  }

  async #make(tx: Tx, mailboxId: number, spans: readonly Span[]): Promise<void> {
    if (spans.length === 0) return;
    const json = JSON.stringify(spans);
    await tx.$executeRawUnsafe(settleLate, mailboxId, json);
    await tx.$executeRawUnsafe(dropSlices, mailboxId, json);
    await tx.$executeRawUnsafe(put, mailboxId, json);
  }
}
