import { cappedCount, statement, type Database } from '@mailroom/database';
import { MAX_COUNTED, scrapedGauge, type GaugeSource } from '@mailroom/observability';

const jobs = scrapedGauge('mailroom_outbound_jobs', `jobs of a state, counted up to ${MAX_COUNTED}`, 'state');
const oldest = scrapedGauge('mailroom_outbound_oldest_due_seconds', 'how long the oldest job has been due');

const waiting = `from outbound_job where status in ('queued', 'retry')`;

const countJobs = statement(
  'outbound-count',
  `select ${cappedCount(`select ${waiting} and next_attempt_at <= now() order by next_attempt_at`)} as due,
     ${cappedCount(`select ${waiting} and next_attempt_at > now() order by next_attempt_at`)} as later,
     ${cappedCount(`select from outbound_job where status = 'sending' order by lease_expires_at`)} as sending,
     ${cappedCount(`select from outbound_job where status = 'unknown' order by id`)} as unknown,
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
