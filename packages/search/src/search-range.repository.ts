import { setImmediate as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { statement, type SqlTx } from '@mailroom/database';
import { SearchDatabase } from './search-database.js';
import { bucketsFor, decodeNumbers, encodeBuckets, listsIn, type Postings } from './postings.js';
import { BLOCKS_IN_LARGE, BLOCKS_IN_RANGE, PACKED_BYTES } from './search-block.repository.js';
import { SearchLargeRangeRepository } from './search-large-range.repository.js';

/** A range that lost most of its mail has no fewer buckets than this, and so allows a large one to be built in as many parts. */
const MIN_BUCKETS = 64;
/** Buckets of one range that are made at once: half a megabyte, and some hundred thousand words. */
const BUCKETS_AT_ONCE = 1_024;

/** A block as it stands in the order of its mailbox. */
type PlacedBlock = {
  readonly firstId: number;
  readonly large: number;
  readonly packed: boolean;
  /** Its postings have so many. */
  readonly bytes: number;
  /** Whether more blocks of its large range may follow. */
  readonly isOpen: boolean;
};

type FullBlock = { readonly firstId: number; readonly ids: Buffer; readonly postings: Buffer };

const findDue = statement(
  'search-pack-due',
  `select mailbox_id as "mailboxId" from search_mailbox where pack_at <= now() and mailbox_id <> all ($2::int[])
   order by pack_at limit $1::int`,
);

/** Held until the commit, so that no block is made meanwhile. */
const lock = statement('search-lock-ranges', `select from search_mailbox where mailbox_id = $1 for update`);

/** The first block that is not packed, and those that follow it; one more than can be packed together. */
const findBlocks = statement(
  'search-blocks-to-pack',
  `select first_id as "firstId", range as large, packed, octet_length(postings) as bytes,
     range >= (select sealed_blocks / ${BLOCKS_IN_LARGE} from search_mailbox m where m.mailbox_id = $1::int) as "isOpen"
   from email_block where mailbox_id = $1::int and first_id >= (
     select first_id from email_block where mailbox_id = $1::int and not packed order by first_id limit 1)
   order by first_id limit ${2 * BLOCKS_IN_RANGE}`,
);

const readBlocks = statement(
  'search-range-blocks',
  `select first_id as "firstId", ids, postings from email_block
   where mailbox_id = $1::int and first_id between $2::bigint and $3::bigint order by first_id`,
);

/** Blocks give what they hold to their range, of $4 buckets, and keep nothing. */
const writeRange = statement(
  'search-write-range',
  `with made as (
     select coalesce(max(range), 0) + 1 as range from search_range where mailbox_id = $1::int),
   block as (
     update email_block set packed = true, ids = '', postings = ''
     where mailbox_id = $1::int and first_id between $2::bigint and $3::bigint
     returning range, last_id, first_at, last_at)
   insert into search_range (mailbox_id, range, level, large, first_id, last_id, buckets, first_at, last_at, visible)
   select $1::int, made.range, 1, min(block.range), $2::bigint, max(last_id), $4::int, min(first_at), max(last_at), true
   from made, block group by made.range returning range`,
);

const writePostings = statement(
  'search-write-postings',
  `insert into search_posting (mailbox_id, range, bucket, postings)
   select $1::int, $2::int, bucket, postings from unnest($3::int[], $4::bytea[]) as u (bucket, postings)`,
);

/** Ranges of blocks as they are packed. */
@Injectable()
export class SearchRangeRepository {
  readonly #large: SearchLargeRangeRepository;

  constructor(private readonly database: SearchDatabase) {
    this.#large = new SearchLargeRangeRepository(database);
  }

  /** Mailboxes with ranges to make, without some. */
  async due(limit: number, without: readonly number[]): Promise<number[]> {
    const mailboxes = await this.database.query<{ mailboxId: number }>(findDue, [limit, without]);
    return mailboxes.map(({ mailboxId }) => mailboxId);
  }

  /** Packs the first blocks of a mailbox that are to be packed, or builds a part of a large range; tells whether it did. */
  async pack(mailboxId: number): Promise<boolean> {
    const next = await this.database.sqlTransaction(async (tx) => {
      await tx.query(lock, [mailboxId]);
      const blocks = toPack(await tx.query<PlacedBlock>(findBlocks, [mailboxId]));
      if (blocks.length === 0) return { large: await this.#large.next(tx, mailboxId) };
      await this.#pack(tx, mailboxId, blocks);
      return 'packed';
    });
    if (next === 'packed') return true;
    if (next.large !== undefined) await this.#large.build(mailboxId, next.large);
    return next.large !== undefined;
  }

  async #pack(tx: SqlTx, mailboxId: number, placed: readonly PlacedBlock[]): Promise<void> {
    const bounds = [mailboxId, placed[0]?.firstId, placed.at(-1)?.firstId];
    const blocks = await tx.query<FullBlock>(readBlocks, bounds);
    const bytes = blocks.reduce((sum, { postings }) => sum + postings.length, 0);
    const count = Math.max(MIN_BUCKETS, bucketsFor(bytes));
    const [made] = await tx.query<{ range: number }>(writeRange, [...bounds, count]);
    const parts = Math.max(1, count / BUCKETS_AT_ONCE);
    for (let part = 0; part < parts; part += 1) {
      const merged = await mergedOf(blocks, (term) => term % parts === part);
      const buckets = encodeBuckets(merged, count);
      await tx.query(writePostings, [mailboxId, made?.range, [...buckets.keys()], [...buckets.values()]]);
    }
  }
}

/**
 * Neighbours of one large range that are packed together: eight, or up to fifteen where no other can join the last of them, or
 * as few as hold no more postings than are to be read at once.
 */
function toPack(blocks: readonly PlacedBlock[]): readonly PlacedBlock[] {
  const [first] = blocks;
  if (!first) return [];
  const end = blocks.findIndex(({ packed, large }) => packed || large !== first.large);
  const run = end === -1 ? blocks : blocks.slice(0, end);
  const light = lightOf(run);
  if (light) return light.slice(0, BLOCKS_IN_RANGE);
  if (end === -1 && blocks.length < 2 * BLOCKS_IN_RANGE && first.isOpen)
    return blocks.length < BLOCKS_IN_RANGE ? [] : blocks.slice(0, BLOCKS_IN_RANGE);
  return run.length < 2 * BLOCKS_IN_RANGE ? run : run.slice(0, BLOCKS_IN_RANGE);
}

/** Returns the first of blocks with many postings, as many as have few together, or one; null for others. */
function lightOf(blocks: readonly PlacedBlock[]): readonly PlacedBlock[] | null {
  let bytes = 0;
  for (const [index, block] of blocks.entries()) {
    bytes += block.bytes;
    if (bytes > PACKED_BYTES) return blocks.slice(0, Math.max(1, index));
  }
  return null;
}

/** Merges the lists of the terms that are wanted; numbers are distances from the first id of the first block. */
async function mergedOf(blocks: readonly FullBlock[], has: (term: number) => boolean): Promise<Postings> {
  const merged: Postings = new Map();
  const firstId = blocks[0]?.firstId ?? 0;
  for (const block of blocks) {
    const ids = decodeNumbers(block.ids);
    for (const [term, list] of listsIn(block.postings, { has })) {
      const numbers = list.numbers().map((place) => (ids[place] ?? 0) - firstId);
      const known = merged.get(term);
      if (known) for (const number of numbers) known.push(number);
      else merged.set(term, numbers);
    }
    await pause();
  }
  return merged;
}
