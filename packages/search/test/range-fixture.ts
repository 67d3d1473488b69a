import { statement } from '@mailroom/database';
import { searchIndexOf, startSearch } from './search-fixture.js';

const makeEmails = statement(
  'test-range-emails',
  `insert into email (mailbox_id, direction, status, unread, raw_id, subject, created_at, ready_at)
   select $1::int, n % 2, 'received', true, gen_random_uuid(), 'common u' || n || case when n % 97 = 0 then ' seldom' else '' end,
     now() - interval '1 day' + make_interval(secs => n), now()
   from generate_series(1, $2::int) n returning id`,
);

/** $3 words more than their subject, which no other has. */
const indexEmails = statement(
  'test-range-index',
  `with item as (
     insert into email_index (mailbox_id, email_id, direction, has_attachment, created_at, words)
     select mailbox_id, id, direction, false, created_at,
       (replace(subject, ' ', ':1A ') || ':2A ' || array_to_string(array(select 'x' || n || id from generate_series(1, $3::int) n), ' '))::tsvector
     from email where mailbox_id = $1::int and id = any ($2::bigint[]))
   insert into search_mailbox (mailbox_id, unsealed) values ($1::int, cardinality($2::bigint[]))`,
);
/** They make a large range of several steps. */
const FEW_WORDS = 6;

/** They end the rest of a large range. */
const endRest = [
  statement('test-end-rest', `update search_range set begin_at = now() where mailbox_id = $1 and level = 2`),
  statement('test-end-wait', `update search_mailbox set pack_at = now() where mailbox_id = $1`),
];

const readState = statement(
  'test-range-state',
  `select (count(*) filter (where level = 1))::int as small, (count(*) filter (where level = 1 and visible))::int as shown,
     (count(*) filter (where level = 2))::int as large, (count(*) filter (where level = 2 and visible))::int as whole,
     coalesce(sum(built) filter (where level = 2), 0)::int as built,
     (select count(*) from email_block where mailbox_id = $1 and not packed)::int as loose,
     (select count(*) from search_posting p join search_range r using (mailbox_id, range)
      where p.mailbox_id = $1 and r.level = 2)::int as rows,
     (select pack_at > now() from search_mailbox where mailbox_id = $1) as rests
   from search_range where mailbox_id = $1`,
);

type State = {
  small: number;
  shown: number;
  large: number;
  whole: number;
  built: number;
  loose: number;
  rows: number;
  rests: boolean | null;
};

/** Starts a search whose mailboxes are filled with emails of a common word, of a seldom one, and of one that no other has. */
export async function startRanges() {
  const search = await startSearch();
  const { database } = search;
  const numberOf = new Map<number, number>();
  return {
    ...search,
    /** The place of an email in its mailbox, from 1. */
    numberOf: (id: number | undefined): number => numberOf.get(id ?? 0) ?? 0,
    /** A mailbox with emails that are in no index yet. */
    filled: async (count: number) => {
      const mailboxId = await search.mailbox();
      const rows = await database.query<{ id: number }>(makeEmails, [mailboxId, count]);
      const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
      for (const [index, id] of ids.entries()) numberOf.set(id, index + 1);
      return { mailboxId, ids };
    },
    /** Makes the blocks of the first emails of a mailbox, which have so many words of their own. */
    index: async (mailboxId: number, ids: readonly number[], words = FEW_WORDS) => {
      await database.query(indexEmails, [mailboxId, ids, words]);
      while ((await search.blocks.arrange(mailboxId, 64)) === 'more');
    },
    /** Another process that indexes. */
    another: () => searchIndexOf(database),
    stateOf: async (mailboxId: number) => (await database.query<State>(readState, [mailboxId]))[0] as State,
    resume: async (mailboxId: number) => {
      for (const change of endRest) await database.query(change, [mailboxId]);
    },
  };
}
