import { statement, type Database } from '@mailroom/database';
import { histogram, histograms, level, MAX_COUNTED, scrapedGauge, type GaugeSource } from '@mailroom/observability';

export const groupMessages = histogram(
  'mailroom_ingest_group_messages',
  'messages that became durable in one commit',
  [1, 2, 4, 8, 16, 32, 64, 128, 256],
);
export const waitingToParse = level(
  'mailroom_parsing_waiting_messages',
  'messages in the memory of this process that wait for a parser',
);
export const parsingSeconds = histograms(
  'mailroom_parsing_seconds',
  'from the turn of a message to being readable, or given up as unparsed',
  'outcome',
  ['ready', 'parse_failed', 'interrupted'],
);
export const readySeconds = histogram(
  'mailroom_ready_seconds',
  'from the acceptance of a message to its being readable',
);

const unready = scrapedGauge(
  'mailroom_unready_emails',
  `accepted emails that nobody can read yet, counted up to ${MAX_COUNTED}`,
);
const oldest = scrapedGauge('mailroom_unready_oldest_seconds', 'how long the oldest of them has waited');

// The order is that of the partial index, so that Postgres walks the index and never the table.
const countUnready = statement(
  'inbound-count-unready',
  `select count(*)::int as count, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as seconds
   from (select created_at from email where ready_at is null order by mailbox_id, id limit ${MAX_COUNTED}) unready`,
);

/** Messages in the whole installation that were accepted and wait for a parser. */
export function inboundGauges(database: Database): GaugeSource {
  return {
    name: 'inbound',
    read: async () => {
      const [row] = await database.query<{ count: number; seconds: number }>(countUnready);
      return [unready(row?.count ?? 0), oldest(row?.seconds ?? 0)];
    },
  };
}

/** Milliseconds since the epoch at which a UUID of version 7 was made (RFC 9562 §5.7). */
export function timeOfUuid(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}
