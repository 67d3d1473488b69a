import { statement } from '@mailroom/database';
import { SearchDatabase } from './search-database.js';
import { decodeNumbers, decodePostings } from './postings.js';
import type { Order, SearchPage } from './search-query.js';

/** Blocks and ranges read in one statement: what is common is found in the first few, what is rare takes all of them. */
const FIRST_READ = 1;
const READ_GROWTH = 64;
const LARGEST_READ = 1_024;
/** So many emails are looked at before more of what was read is decoded. */
const ENOUGH = 256;

/** A block by itself, or a packed range, which has no ids and a row for each bucket of the words that are asked for. */
type Segment = {
  readonly firstId: number;
  readonly lastId: number;
  readonly ids: Buffer | null;
  readonly postings: Buffer | null;
};

/** $1 mailbox, $2 beyond this email, $3 how many, $4 terms, $5 from, $6 until. */
const read = (order: Order) => {
  const wanted = `mailbox_id = $1::int and ${order === 'desc' ? 'first_id < $2::bigint' : 'last_id > $2::bigint'}
    and ($5::timestamptz is null or last_at >= $5) and ($6::timestamptz is null or first_at < $6)`;
  const next = `order by first_id ${order} limit $3::int`;
  return statement(
    `search-segments-${order}`,
    `select s.first_id as "firstId", s.last_id as "lastId", coalesce(p.ids, b.ids) as ids, coalesce(p.postings, b.postings) as postings
     from (
       select * from (
         (select first_id, last_id, range, buckets from search_range where ${wanted} ${next})
         union all
         (select first_id, last_id, range, null from email_block where not packed and ${wanted} ${next})) every
       ${next}) s
     left join lateral (
       select null::bytea as ids, postings from search_posting where s.buckets is not null and mailbox_id = $1::int and range = s.range
         and bucket = any (array(select (term & (s.buckets - 1))::int from unnest($4::bigint[]) term)) offset 0) p on true
     left join lateral (
       select ids, postings from email_block where s.buckets is null and mailbox_id = $1::int and first_id = s.first_id offset 0) b on true
     order by s.first_id ${order}`,
  );
};

const statements = { desc: read('desc'), asc: read('asc') };

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
    const statement = statements[oldestFirst ? 'asc' : 'desc'];
    let place = beyond;
    for (let count = FIRST_READ; ; count = Math.min(LARGEST_READ, count * READ_GROWTH)) {
      const rows = await this.database.query<Segment>(statement, [mailboxId, place, count, [...terms], ...times]);
      const segments = segmentsOf(rows);
      let ids: number[] = [];
      for (const segment of segments) {
        for (const id of holding(segment, terms, oldestFirst)) if (oldestFirst ? id > place : id < place) ids.push(id);
        if (ids.length < ENOUGH) continue;
        yield ids;
        ids = [];
      }
      yield ids;
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
  const lists = rows.flatMap(({ postings }) => (postings ? [...decodePostings(postings, terms).values()] : []));
  if (lists.length < terms.size) return [];
  const numbers = lists.sort((a, b) => a.length - b.length).reduce(common);
  const [first] = rows;
  if (!first || numbers.length === 0) return [];
  const ids = first.ids ? decodeNumbers(first.ids) : undefined;
  const found = numbers.map((number) => (ids ? (ids[number] ?? 0) : first.firstId + number));
  return oldestFirst ? found : found.reverse();
}

/** Numbers that are in both lists, which grow. */
function common(list: readonly number[], other: readonly number[]): number[] {
  const found: number[] = [];
  let place = 0;
  for (const number of list) {
    while (place < other.length && (other[place] ?? 0) < number) place += 1;
    if (other[place] === number) found.push(number);
  }
  return found;
}
