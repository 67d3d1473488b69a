import { Injectable } from '@nestjs/common';
import { statement, type Statement } from '@mailroom/database';
import { SearchDatabase } from './search-database.js';
import { SearchSegmentRepository } from './search-segment.repository.js';
import type { Order, SearchPage } from './search-query.js';

/** Emails in a block when it is sealed; it may grow to twice as many before it is split. */
export const BLOCK_SIZE = 64;
/** Emails without a block at which the older ones get theirs: what is a little slow still finds its place open. */
export const SEAL_AT = 2 * BLOCK_SIZE;

/** Emails that hold all words are looked at in groups, the first of so many times the page, each larger than the last. */
const FIRST_LOOK = 2;
const LOOK_GROWTH = 4;
const LARGEST_LOOK = 4_096;

/** $1 mailbox, $2 words, $3 direction, $4 with attachments, $5 from, $6 until, $7 beyond this email, $8 limit. */
const fitting = (order: Order) => `x.mailbox_id = $1 and ($2::tsquery is null or x.words @@ $2)
  and ($3::smallint is null or x.direction = $3) and ($4::boolean is null or x.has_attachment = $4)
  and ($5::timestamptz is null or x.created_at >= $5) and ($6::timestamptz is null or x.created_at < $6)
  and x.email_id ${order === 'desc' ? '<' : '>'} $7::bigint`;

/** What no block holds yet: fewer than two hundred rows, but for a mailbox that was just filled. $9 the last sealed. */
const tail = (order: Order) =>
  statement(
    `search-tail-${order}`,
    `select x.email_id as "emailId" from email_index x
     where ${fitting(order)} and x.email_id > $9::bigint
     order by x.email_id ${order} limit $8`,
  );

/** What came after its place was sealed: some rows for a moment. */
const late = (order: Order) =>
  statement(
    `search-late-${order}`,
    `select x.email_id as "emailId" from email_index x
     where ${fitting(order)} and x.late and $9::bigint is not null
     order by x.email_id ${order} limit $8`,
  );

/** Those of $9, which hold the words somewhere. */
const some = (order: Order) =>
  statement(
    `search-some-${order}`,
    `select x.email_id as "emailId" from email_index x
     where ${fitting(order)} and x.email_id = any ($9::bigint[])
     order by x.email_id ${order} limit $8`,
  );

/** All blocks of a mailbox from that of the cursor ($9) on, where no word is asked for. */
const everything = (order: Order) =>
  statement(
    `search-all-${order}`,
    `select found."emailId" from (
       select b.first_id, b.last_id from email_block b
       where b.mailbox_id = $1 and b.first_id ${order === 'desc' ? '<=' : '>='} $9::bigint
         and ($5::timestamptz is null or b.last_at >= $5) and ($6::timestamptz is null or b.first_at < $6)
         and ${order === 'desc' ? 'b.first_id + 0 < $7::bigint' : 'b.last_id > $7::bigint'}
       order by b.first_id ${order} offset 0) b
     cross join lateral (
       select x.email_id as "emailId" from email_index x
       where ${fitting(order)} and x.email_id between b.first_id and b.last_id
       order by x.email_id ${order} offset 0) found
     limit $8`,
  );

const statementsOf = (order: Order) => ({
  tail: tail(order),
  late: late(order),
  some: some(order),
  all: everything(order),
});

const statements = { desc: statementsOf('desc'), asc: statementsOf('asc') } satisfies Record<Order, object>;

/** $2 the email from which the search goes on. Where no block begins before it, the first is the one that is meant. */
const findBounds = statement(
  'search-bounds',
  `select m.sealed_until as "sealedUntil", coalesce(b.first_id, 0) as "firstId",
     exists (select from email_index where mailbox_id = $1 and late) as "hasLate"
   from search_mailbox m left join lateral (
     select first_id from email_block where mailbox_id = $1 and first_id <= $2 order by first_id desc limit 1) b on true
   where m.mailbox_id = $1`,
);

type Bounds = {
  readonly sealedUntil: number;
  readonly firstId: number;
  readonly hasLate: boolean;
};
type Found = { readonly emailId: number };

/** The search index as searches read it. */
@Injectable()
export class SearchRepository {
  readonly #segments: SearchSegmentRepository;

  constructor(private readonly database: SearchDatabase) {
    this.#segments = new SearchSegmentRepository(database);
  }

  /**
   * Ids of emails in their order. What is outside the blocks is read before them: an email may move into a block meanwhile,
   * and is then found twice, but never the other way.
   */
  async search(mailboxId: number, page: SearchPage): Promise<number[]> {
    const { cursor, oldestFirst, limit } = page;
    const beyond = cursor ?? (oldestFirst ? 0 : Number.MAX_SAFE_INTEGER);
    const [bounds] = await this.database.query<Bounds>(findBounds, [mailboxId, beyond]);
    if (!bounds) return [];
    const { tail, late } = statements[oldestFirst ? 'asc' : 'desc'];
    const values = [...valuesOf(mailboxId, page, beyond, limit), bounds.sealedUntil];
    const loose = bounds.hasLate ? await this.#find(late, values) : [];
    if (oldestFirst) {
      const sealed = merge([loose, await this.#inBlocks(mailboxId, page, beyond, bounds)], page);
      return sealed.length < limit ? merge([sealed, await this.#find(tail, values)], page) : sealed;
    }
    const newest = await this.#find(tail, values);
    if (newest.length === limit) return newest;
    return merge([newest, loose, await this.#inBlocks(mailboxId, page, beyond, bounds)], page);
  }

  async #inBlocks(mailboxId: number, page: SearchPage, beyond: number, bounds: Bounds): Promise<number[]> {
    const { query, oldestFirst, limit } = page;
    const { all, some } = statements[oldestFirst ? 'asc' : 'desc'];
    if (query.terms.length === 0) {
      return this.#find(all, [...valuesOf(mailboxId, page, beyond, limit), bounds.firstId]);
    }
    const found: number[] = [];
    let look = FIRST_LOOK * limit;
    for await (const ids of this.#segments.walk(mailboxId, page, beyond)) {
      for (let first = 0; first < ids.length;) {
        const next = ids.slice(first, first + look);
        found.push(...(await this.#find(some, [...valuesOf(mailboxId, page, beyond, limit - found.length), next])));
        if (found.length === limit) return found;
        first += look;
        look = Math.min(LARGEST_LOOK, look * LOOK_GROWTH);
      }
    }
    return found;
  }

  async #find(search: Statement, values: readonly unknown[]): Promise<number[]> {
    return (await this.database.query<Found>(search, values)).map(({ emailId }) => emailId);
  }
}

/** The first of several lists that are each in their order. */
function merge(lists: readonly (readonly number[])[], { oldestFirst, limit }: SearchPage): number[] {
  const ids = [...new Set(lists.flat())].sort((a, b) => (oldestFirst ? a - b : b - a));
  return ids.slice(0, limit);
}

function valuesOf(mailboxId: number, { filter, query }: SearchPage, beyond: number, limit: number): unknown[] {
  const { direction, hasAttachment = null, since, before } = filter;
  const side = direction === undefined ? null : direction === 'received' ? 0 : 1;
  const instants = [since?.toISOString() ?? null, before?.toISOString() ?? null];
  return [mailboxId, query.match, side, hasAttachment, ...instants, beyond, limit];
}
