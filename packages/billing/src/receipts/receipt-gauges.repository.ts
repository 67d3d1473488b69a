import { cappedCount, statement, type Database } from '@mailroom/database';
import { MAX_COUNTED, scrapedGauge, type GaugeSource } from '@mailroom/observability';

const open = scrapedGauge(
  'mailroom_receipts_open',
  `receipts that are not final, counted up to ${MAX_COUNTED} of a state; unknown ones wait for a person`,
  'state',
);
const oldest = scrapedGauge('mailroom_receipts_oldest_due_seconds', 'how long the oldest receipt has been due');

const isOpen = `status in ('pending', 'verified')`;
const capped = (which: string) => cappedCount(`select from receipt where ${isOpen} and ${which}`);

const count = statement(
  'receipt-count',
  `select ${capped(`status = 'pending' and next_attempt_at is not null`)} as pending,
     ${capped(`status = 'verified' and next_attempt_at is not null`)} as verified,
     ${capped('next_attempt_at is null')} as unknown,
     coalesce(greatest(0, extract(epoch from now() - (select min(next_attempt_at) from receipt where ${isOpen}))), 0)::float8
       as seconds`,
);

/** Gauges for all receipts of the installation. */
export function receiptGauges(database: Database): GaugeSource {
  return {
    name: 'receipts',
    read: async () => {
      type Row = { pending: number; verified: number; unknown: number; seconds: number };
      const [row] = await database.query<Row>(count);
      return [
        open(row?.pending ?? 0, 'pending'),
        open(row?.verified ?? 0, 'verified'),
        open(row?.unknown ?? 0, 'unknown'),
        oldest(row?.seconds ?? 0),
      ];
    },
  };
}
