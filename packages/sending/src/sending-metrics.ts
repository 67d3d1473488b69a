import { statement, type Database } from '@mailroom/database';
import { counters, histogram, MAX_COUNTED, scrapedGauge, type GaugeSource } from '@mailroom/observability';
import type { RecipientOutcome } from './outbound-status.js';

export const submissions = counters('mailroom_submissions_total', 'requests to send or reply', 'outcome', [
  'queued',
  'replayed',
  'refused',
  'failed',
]);
const recipients = counters(
  'mailroom_delivery_recipients_total',
  'what an attempt to deliver came to for one recipient; deferred is tried again',
  'outcome',
  ['delivered', 'sent', 'captured', 'deferred', 'failed', 'unknown'],
);
export const deliverySeconds = histogram('mailroom_delivery_seconds', 'to hand one message to its next hops');

const jobs = scrapedGauge('mailroom_outbound_jobs', `jobs of a state, counted up to ${MAX_COUNTED}`, 'state');
const oldest = scrapedGauge('mailroom_outbound_oldest_due_seconds', 'how long the oldest job has been due');

const capped = (rows: string) => `(select count(*)::int from (${rows} limit ${MAX_COUNTED}) r)`;
const waiting = `from outbound_job where status in ('queued', 'retry')`;

const countJobs = statement(
  'outbound-count',
  `select ${capped(`select ${waiting} and next_attempt_at <= now() order by next_attempt_at`)} as due,
     ${capped(`select ${waiting} and next_attempt_at > now() order by next_attempt_at`)} as later,
     ${capped(`select from outbound_job where status = 'sending' order by lease_expires_at`)} as sending,
     ${capped(`select from outbound_job where status = 'unknown' order by id`)} as unknown,
     coalesce(greatest(0, extract(epoch from now() - (select min(next_attempt_at) ${waiting}))), 0)::float8 as seconds`,
);

type Row = { due: number; later: number; sending: number; unknown: number; seconds: number };

/** Gauges for all outbound jobs of the installation. */
export function outboundGauges(database: Database): GaugeSource {
  return {
    name: 'outbound',
    read: async () => {
      const [row] = await database.query<Row>(countJobs);
      const { due = 0, later = 0, sending = 0, unknown = 0, seconds = 0 } = row ?? {};
      return [
        jobs(due, 'due'),
        jobs(later, 'later'),
        jobs(sending, 'sending'),
        jobs(unknown, 'unknown'),
        oldest(seconds),
      ];
    },
  };
}

/** Counts the outcomes of an attempt. */
export function countOutcomes(outcomes: readonly Pick<RecipientOutcome, 'status'>[]): void {
  for (const { status } of outcomes) recipients[outcomeOf(status)].inc();
}

function outcomeOf(status: RecipientOutcome['status']): keyof typeof recipients {
  if (status === 'retry') return 'deferred';
  return status === 'delayed' || status === 'bounced' || status === 'complained' ? 'unknown' : status;
}
