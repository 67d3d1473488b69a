import { statement, unseen } from '@mailroom/database';
import { SearchDatabase } from './search-database.js';
import { decodeNumbers, listsIn, listsInBucket, numbersInAll, type PostingLists } from './postings.js';
import type { Order, SearchPage } from './search-query.js';

/** Small ranges and blocks in the first reads, and then whatever is visible. */
const COMMON_READS = [
  { isNear: true, count: 1 },
  { isNear: true, count: 8 },
  { isNear: true, count: 64 },
  { isNear: false, count: 4 },
  { isNear: false, count: 16 },
] as const;
/** So many emails in one of those: the words are common, and the page is filled near by. */
const COMMON = 8;
/** What is rare takes all there is, this much in one statement. */
const RARE_READ = { isNear: false, count: 256 } as const;
/** So many emails are looked at before more of what was read is decoded. */
const ENOUGH = 256;

type Read = { readonly isNear: boolean; readonly count: number };

/** A block by itself, which has ids, or a range, which has a row for each of its buckets that the words lead to. */
type Segment = {
  readonly firstId: number;
  readonly lastId: number;
  readonly ids: Buffer | null;
  readonly buckets: number | null;
  readonly bucket: number | null;
  readonly postings: Buffer | null;
};

const overlaps = (range: string) =>
  `($5::timestamptz is null or ${range}.last_at >= $5) and ($6::timestamptz is null or ${range}.first_at < $6)`;
const isInside = (range: string) =>
  `($5::timestamptz is null or ${range}.first_at >= $5) and ($6::timestamptz is null or ${range}.last_at < $6)`;

/** The conditions and the order of a read, for a table of that name. */
const wanted = (order: Order, table: string) => ({
  these: `${table}.mailbox_id = $1::int and ${overlaps(table)}
    and ${order === 'desc' ? `${table}.first_id < $2::bigint` : `${table}.last_id > $2::bigint`}`,
  next: `order by ${table}.first_id ${order} limit ${unseen('$3::int')}`,
});

const columns = 's.first_id, s.last_id, s.range, s.buckets';

/** Small ranges, whether large ones hold them or not. */
const smallRanges = (order: Order) => {
  const { these, next } = wanted(order, 's');
  return `(select ${columns} from search_range s where s.level = 1 and ${these} ${next})`;
};

/** What is visible; but of a large range that is not wholly within the times that are asked for, its small ones. */
const visibleRanges = (order: Order) => {
  const { these, next } = wanted(order, 's');
  return `(select ${columns} from search_range s where s.visible and ${these} and (s.level = 1 or (${isInside('s')})) ${next})
     union all
     (select ${columns} from search_range l join search_range s on s.mailbox_id = $1::int and s.large = l.large and s.level = 1
      where ($5::timestamptz is not null or $6::timestamptz is not null) and l.mailbox_id = $1::int and l.visible and l.level = 2
        and ${overlaps('l')} and not (${isInside('l')}) and ${these} ${next})`;
};

/** $1 mailbox, $2 beyond this email, $3 how many, $4 terms, $5 from, $6 until. */
const read = (order: Order, name: string, ranges: string) => {
  const { these, next } = wanted(order, 'b');
  return statement(
    `search-segments-${name}-${order}`,
    `select s.first_id as "firstId", s.last_id as "lastId", s.buckets, p.bucket, b.ids, coalesce(p.postings, b.postings) as postings
     from (
       select * from (
         ${ranges}
         union all
         (select b.first_id, b.last_id, b.range, null from email_block b where not b.packed and ${these} ${next})) s
       order by s.first_id ${order} limit ${unseen('$3::int')}) s
     left join lateral (
       select bucket, postings from search_posting where s.buckets is not null and mailbox_id = $1::int and range = s.range
         and bucket = any (array(select (term & (s.buckets - 1))::int from unnest($4::bigint[]) term)) offset 0) p on true
     left join lateral (
       select ids, postings from email_block where s.buckets is null and mailbox_id = $1::int and first_id = s.first_id offset 0) b on true
     order by s.first_id ${order}`,
  );
};

const statementsOf = (order: Order) => ({
  near: read(order, 'near', smallRanges(order)),
  far: read(order, 'far', visibleRanges(order)),
});

const statements = { desc: statementsOf('desc'), asc: statementsOf('asc') };

/** The blocks of a mailbox, those of complete ranges together, as searches for words read them. */
export class SearchSegmentRepository {
  constructor(private readonly database: SearchDatabase) {}

  /**
   * Ids of emails that hold all that is asked for, in their order, some at a time. Each read sees blocks and ranges at one
   * moment. A range may be packed between two, and then reaches back to emails that were read.
   */
  async *walk(mailboxId: number, { query, filter, oldestFirst }: SearchPage, beyond: number): AsyncGenerator<number[]> {
    const terms = new Set(query.terms);
    const times = [filter.since?.toISOString() ?? null, filter.before?.toISOString() ?? null];
    const { near, far } = statements[oldestFirst ? 'asc' : 'desc'];
    const reads: Read[] = [...COMMON_READS];
    let place = beyond;
    for (;;) {
      const { isNear, count } = reads.shift() ?? RARE_READ;
      const values = [mailboxId, place, count, [...terms], ...times];
      const segments = segmentsOf(await this.database.query<Segment>(isNear ? near : far, values));
      let [ids, found]: [number[], number] = [[], 0];
      for (const segment of segments) {
        for (const id of holding(segment, terms, oldestFirst)) if (oldestFirst ? id > place : id < place) ids.push(id);
        if (ids.length < ENOUGH) continue;
        yield ids;
        found += ids.length;
        ids = [];
      }
      yield ids;
      found += ids.length;
      if (found < COMMON) reads.length = 0;
      const last = segments.at(-1)?.[0];
      if (!last || segments.length < count) return;
      place = oldestFirst ? last.lastId : last.firstId;
    }
  }
}

/** The rows of each segment; they come together. */
function segmentsOf(rows: readonly Segment[]): Segment[][] {
  const segments: Segment[][] = [];
  for (const row of rows) {
    const current = segments.at(-1);
    if (current?.[0]?.firstId === row.firstId) current.push(row);
    else segments.push([row]);
  }
  return segments;
}

function holding(rows: readonly Segment[], terms: ReadonlySet<number>, oldestFirst: boolean): number[] {
  const lists = rows.flatMap((row) => [...listsOf(row, terms).values()]);
  if (lists.length < terms.size) return [];
  const numbers = numbersInAll(lists);
  const [first] = rows;
  if (!first || numbers.length === 0) return [];
  const ids = first.ids ? decodeNumbers(first.ids) : undefined;
  const found = numbers.map((number) => (ids ? (ids[number] ?? 0) : first.firstId + number));
  return oldestFirst ? found : found.reverse();
}

function listsOf({ postings, buckets, bucket }: Segment, terms: ReadonlySet<number>): PostingLists {
  if (!postings) return new Map();
  return buckets === null ? listsIn(postings, terms) : listsInBucket(postings, bucket ?? 0, buckets, terms);
}
