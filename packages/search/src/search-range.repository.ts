import { setImmediate as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { statement } from '@mailroom/database';
import { SearchDatabase } from './search-database.js';
import { decodeNumbers, decodePostings, encodePostings, type Postings } from './postings.js';
import { BLOCKS_IN_RANGE } from './search-block.repository.js';

/** What a search reads of a range for one of its words. */
const BUCKET_BYTES = 512;
const MAX_BUCKETS = 4_096;

type PackedBlock = {
  readonly firstId: number;
  readonly lastId: number;
  readonly ids: Buffer;
  readonly postings: Buffer;
};

const findUnpacked = statement(
  'search-unpacked',
  `select mailbox_id as "mailboxId" from search_mailbox where unpacked limit $1`,
);

/** Held until the commit, so that no block is made meanwhile. */
const lock = statement('search-lock-ranges', `select from search_mailbox where mailbox_id = $1 for update`);

const findRanges = statement(
  'search-complete-ranges',
  `select distinct range from email_block b where mailbox_id = $1 and not packed
     and range < (select sealed_blocks / ${BLOCKS_IN_RANGE} from search_mailbox m where m.mailbox_id = $1)
   order by range limit 2`,
);

const readBlocks = statement(
  'search-range-blocks',
  `update email_block b set packed = true where mailbox_id = $1 and not packed and range = $2
   returning first_id as "firstId", last_id as "lastId", ids, postings`,
);

const writeRange = statement(
  'search-write-range',
  `with posting as (
     insert into search_posting (mailbox_id, range, bucket, postings)
     select $1::int, $2::int, bucket, postings from unnest($3::int[], $4::bytea[]) as u (bucket, postings))
   insert into search_range (mailbox_id, range, first_id, last_id, buckets, first_at, last_at)
   select $1::int, $2::int, $6::bigint, max(last_id), $5::int, min(first_at), max(last_at)
   from email_block where mailbox_id = $1::int and range = $2::int`,
);

const settle = statement('search-all-packed', `update search_mailbox set unpacked = false where mailbox_id = $1`);

/** Ranges of blocks as they are packed. */
@Injectable()
export class SearchRangeRepository {
  constructor(private readonly database: SearchDatabase) {}

  /** Mailboxes with ranges to pack. */
  async unpacked(limit: number): Promise<number[]> {
    return (await this.database.query<{ mailboxId: number }>(findUnpacked, [limit])).map(({ mailboxId }) => mailboxId);
  }

  /** Packs the first range of a mailbox that is to be packed; tells whether there are more. */
  async pack(mailboxId: number): Promise<boolean> {
    return this.database.sqlTransaction(async (tx) => {
      await tx.query(lock, [mailboxId]);
      const [range, more] = await tx.query<{ range: number }>(findRanges, [mailboxId]);
      if (range) {
        const blocks = await tx.query<PackedBlock>(readBlocks, [mailboxId, range.range]);
        blocks.sort((a, b) => a.firstId - b.firstId);
        const firstId = blocks[0]?.firstId ?? 0;
        const buckets = await packed(firstId, blocks);
        const filled = [...buckets.keys()].filter((bucket) => buckets[bucket]?.length);
        const values = [filled, filled.map((bucket) => buckets[bucket]), buckets.length, firstId];
        await tx.query(writeRange, [mailboxId, range.range, ...values]);
      }
      if (!more) await tx.query(settle, [mailboxId]);
      return more !== undefined;
    });
  }
}

/** The postings of blocks, by the last bits of their terms; its numbers are distances from the first id. */
async function packed(firstId: number, blocks: readonly PackedBlock[]): Promise<Buffer[]> {
  const merged: Postings = new Map();
  for (const block of blocks) {
    const ids = decodeNumbers(block.ids);
    for (const [term, places] of decodePostings(block.postings)) {
      const numbers = places.map((place) => (ids[place] ?? 0) - firstId);
      const known = merged.get(term);
      if (known) for (const number of numbers) known.push(number);
      else merged.set(term, numbers);
    }
    await pause();
  }
  const bytes = blocks.reduce((sum, { postings }) => sum + postings.length, 0);
  const count = 2 ** Math.min(Math.log2(MAX_BUCKETS), Math.ceil(Math.log2(Math.max(1, bytes / BUCKET_BYTES))));
  const parts = Array.from({ length: count }, (): [number, number[]][] => []);
  for (const [term, numbers] of merged) parts[term % count]?.push([term, numbers]);
  await pause();
  return parts.map((part) => encodePostings(part));
}
