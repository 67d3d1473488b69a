import { statement, type Database } from '@mailroom/database';
import { MAX_COUNTED, scrapedGauge, type GaugeSource } from '@mailroom/observability';

const unready = scrapedGauge(
  'mailroom_unready_emails',
  `accepted emails that nobody can read yet, counted up to ${MAX_COUNTED}`,
);
const oldest = scrapedGauge('mailroom_unready_oldest_seconds', 'how long the oldest of them has waited');

const unsealed = scrapedGauge(
  'mailroom_unsealed_oldest_seconds',
  'how long the oldest email that awaits its seal has been encrypted with the key of the installation alone',
);

// The order is that of the partial index, so that Postgres walks the index and never the table.
const countUnready = statement(
  'inbound-count-unready',
  `select count(*)::int as count, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as seconds
   from (select created_at from email where ready_at is null order by mailbox_id, id limit ${MAX_COUNTED}) unready`,
);

// Each raw message is looked up by itself, since a join might read the whole table.
const oldestUnsealed = statement(
  'inbound-oldest-unsealed',
  `select coalesce(extract(epoch from now() - min(created_at) filter (where sealing)), 0)::float8 as seconds
   from (
     select created_at, (select r.awaits_seal from raw_message r where r.id = e.raw_id) as sealing
     from email e where ready_at is null order by mailbox_id, id limit ${MAX_COUNTED}) unready`,
);

/** Messages in the whole installation that were accepted and wait for a parser. */
export function inboundGauges(database: Database): GaugeSource {
  return {
    name: 'inbound',
    read: async () => {
      const [[row], [sealing]] = await Promise.all([
        database.query<{ count: number; seconds: number }>(countUnready),
        database.query<{ seconds: number }>(oldestUnsealed),
      ]);
      return [unready(row?.count ?? 0), oldest(row?.seconds ?? 0), unsealed(sealing?.seconds ?? 0)];
    },
  };
}
