import { Injectable } from '@nestjs/common';
import { Database, statement, type Statement } from '@mailroom/database';
import { BLOCKS_IN_RANGE, blockTerm, rangeMark, type SearchFilter, type SearchQuery } from './search-query.js';

/** Emails in a block. */
export const BLOCK_SIZE = 64;
/** And in a smaller one, for searches that ask for several words: most blocks hold each, few octets hold all. */
export const OCTET_SIZE = 8;
const RANGE_SIZE = BLOCK_SIZE * BLOCKS_IN_RANGE;

type Order = 'asc' | 'desc';

/** $1 mailbox, $2 words, $3 direction, $4 with attachments, $5 from, $6 until, $7 beyond this number, $8 limit. */
const fitting = (order: Order) => `x.mailbox_id = $1 and ($2::tsquery is null or x.words @@ $2)
  and ($3::smallint is null or x.direction = $3) and ($4::boolean is null or x.has_attachment = $4)
  and ($5::timestamptz is null or x.created_at >= $5) and ($6::timestamptz is null or x.created_at < $6)
  and x.seq ${order === 'desc' ? '<' : '>'} $7`;

/** What no block holds yet ($9 sealed blocks): fewer than a hundred rows, but for a mailbox that was just filled. */
const tail = (order: Order) =>
  statement(
    `search-tail-${order}`,
    `select x.email_id as "emailId" from email_index x
     where ${fitting(order)} and x.seq >= $9::bigint * ${BLOCK_SIZE}
     order by x.seq ${order} limit $8`,
  );

/** Rows that say which words several emails hold, of two sizes: fewer to put in order, or fewer emails to look at. */
const units = {
  block: { table: 'email_block', column: 'block', size: BLOCK_SIZE },
  octet: { table: 'email_octet', column: 'octet', size: OCTET_SIZE },
} as const;

/**
 * Blocks or octets that hold all that is asked for ($10), the first in the order first; each email of them is then looked
 * at by itself. The planner must not turn this round: `offset 0` keeps them in their order. Where there are terms, they
 * alone may lead to the rows (`+ 0`): a walk through those of a mailbox would unpack the array of each.
 */
const lookup = (order: Order, unit: keyof typeof units, by: 'terms' | 'mailbox') => {
  const { table, column, size } = units[unit];
  const plain = by === 'terms' ? ' + 0' : '';
  return statement(
    `search-${unit}-by-${by}-${order}`,
    `select found."emailId" from (
       select b.${column} as number from ${table} b
       where b.mailbox_id${plain} = $1 ${by === 'terms' ? 'and b.terms @> $10::int[]' : ''}
         and b.${column}${plain} < $9::bigint * ${BLOCK_SIZE / size}
         and ($5::timestamptz is null or b.last_at >= $5) and ($6::timestamptz is null or b.first_at < $6)
         and b.${column}${plain} ${order === 'desc' ? '<=' : '>='} $7::bigint / ${size}
       order by b.${column} ${order} offset 0) b
     cross join lateral (
       select x.email_id as "emailId" from email_index x
       where ${fitting(order)} and x.seq between b.number::bigint * ${size} and b.number::bigint * ${size} + ${size - 1}
       order by x.seq ${order} offset 0) found
     limit $8`,
  );
};

const statementsOf = (order: Order) => ({
  tail: tail(order),
  blocks: lookup(order, 'block', 'terms'),
  octets: lookup(order, 'octet', 'terms'),
  all: lookup(order, 'block', 'mailbox'),
});

const statements = { desc: statementsOf('desc'), asc: statementsOf('asc') } satisfies Record<Order, object>;

const findBounds = statement(
  'search-bounds',
  `select sealed_blocks as "sealedBlocks", next_seq as "nextSeq",
     (select seq from email_index where email_id = $2 and mailbox_id = $1) as cursor
   from search_mailbox where mailbox_id = $1`,
);

/** The number of the last email before one that is not there any more. */
const findNearest = statement(
  'search-nearest',
  `select seq from email_index where mailbox_id = $1 and email_id < $2 order by seq desc limit 1`,
);

export type SearchPage = {
  readonly filter: SearchFilter;
  readonly query: SearchQuery;
  readonly cursor: number | undefined;
  readonly oldestFirst: boolean;
  readonly limit: number;
};

type Bounds = { readonly sealedBlocks: number; readonly nextSeq: number; readonly cursor: number | null };
type Found = { readonly emailId: number };

/** The search index as searches read it. */
@Injectable()
export class SearchRepository {
  constructor(private readonly database: Database) {}

  /** Ids of emails in the order in which they were indexed, which is that of their arrival but for stragglers. */
  async search(mailboxId: number, page: SearchPage): Promise<number[]> {
    const [bounds] = await this.database.query<Bounds>(findBounds, [mailboxId, page.cursor ?? null]);
    if (!bounds) return [];
    const { sealedBlocks } = bounds;
    const beyond = await this.#beyond(mailboxId, page, bounds);
    const order = page.oldestFirst ? 'asc' : 'desc';
    const inTail = (limit: number) =>
      this.#find(statements[order].tail, [...valuesOf(mailboxId, page, beyond, limit), sealedBlocks]);
    const inBlocks = (limit: number) => this.#inBlocks(mailboxId, page, { beyond, limit, sealedBlocks });
    const [first, second] = page.oldestFirst ? [inBlocks, inTail] : [inTail, inBlocks];
    const found = await first(page.limit);
    return found.length < page.limit ? [...found, ...(await second(page.limit - found.length))] : found;
  }

  /**
   * The nearest range of blocks by itself: what is common is found there, and is in so many blocks that it would take
   * some milliseconds to put all of them in order. Then, for what is rare, all the rest at once.
   */
  async #inBlocks(
    mailboxId: number,
    page: SearchPage,
    { beyond, limit, sealedBlocks }: { beyond: number; limit: number; sealedBlocks: number },
  ): Promise<number[]> {
    const { query, oldestFirst } = page;
    const { all, blocks, octets } = statements[oldestFirst ? 'asc' : 'desc'];
    const byTerms = query.words > 1 ? octets : blocks;
    const look = (from: number, wanted: number, terms: readonly number[]) =>
      this.#find(byTerms, [...valuesOf(mailboxId, page, from, wanted), sealedBlocks, terms]);
    if (query.blockTerms.length === 0) {
      return this.#find(all, [...valuesOf(mailboxId, page, beyond, limit), sealedBlocks]);
    }
    const nearest = oldestFirst ? beyond + 1 : Math.min(beyond, sealedBlocks * BLOCK_SIZE) - 1;
    const range = Math.max(0, Math.floor(nearest / RANGE_SIZE));
    const near = await look(beyond, limit, [...query.blockTerms, blockTerm(mailboxId, rangeMark(range))]);
    if (near.length === limit) return near;
    const far = oldestFirst ? (range + 1) * RANGE_SIZE - 1 : range * RANGE_SIZE;
    return [...near, ...(await look(far, limit - near.length, query.blockTerms))];
  }

  async #beyond(mailboxId: number, { cursor, oldestFirst }: SearchPage, bounds: Bounds): Promise<number> {
    if (cursor === undefined) return oldestFirst ? -1 : bounds.nextSeq;
    if (bounds.cursor !== null) return bounds.cursor;
    const [nearest] = await this.database.query<{ seq: number }>(findNearest, [mailboxId, cursor]);
    const before = nearest?.seq ?? -1;
    return oldestFirst ? before : before + 1;
  }

  async #find(search: Statement, values: readonly unknown[]): Promise<number[]> {
    return (await this.database.query<Found>(search, values)).map(({ emailId }) => emailId);
  }
}

function valuesOf(mailboxId: number, { filter, query }: SearchPage, beyond: number, limit: number): unknown[] {
  const { direction, hasAttachment = null, since, before } = filter;
  const side = direction === undefined ? null : direction === 'received' ? 0 : 1;
  const instants = [since?.toISOString() ?? null, before?.toISOString() ?? null];
  return [mailboxId, query.match, side, hasAttachment, ...instants, beyond, limit];
}
