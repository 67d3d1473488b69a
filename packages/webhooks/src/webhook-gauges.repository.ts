import { cappedCount, statement, type Database } from '@mailroom/database';
import { MAX_COUNTED, scrapedGauge, type GaugeSource } from '@mailroom/observability';

const deliveries = scrapedGauge(
  'mailroom_webhook_deliveries',
  `deliveries that wait, counted up to ${MAX_COUNTED} of a state`,
  'state',
);
const oldest = scrapedGauge('mailroom_webhook_oldest_due_seconds', 'how long the oldest delivery has been due');
const disabled = scrapedGauge('mailroom_webhook_disabled_endpoints', `disabled ones, counted up to ${MAX_COUNTED}`);

const pending = `from webhook_delivery where status = 'pending'`;

const count = statement(
  'webhook-count',
  `select ${cappedCount(`select ${pending} and next_attempt_at <= now() order by next_attempt_at`)} as due,
     ${cappedCount(`select ${pending} and next_attempt_at > now() order by next_attempt_at`)} as later,
     ${cappedCount(`select from webhook where status = 1 and deleted_at is null order by id`)} as disabled,
     coalesce(greatest(0, extract(epoch from now() - (select min(next_attempt_at) ${pending}))), 0)::float8 as seconds`,
);

/** Gauges for all deliveries of the installation. */
export function webhookGauges(database: Database): GaugeSource {
  return {
    name: 'webhooks',
    read: async () => {
      const [row] = await database.query<{ due: number; later: number; disabled: number; seconds: number }>(count);
      return [
        deliveries(row?.due ?? 0, 'due'),
        deliveries(row?.later ?? 0, 'later'),
        oldest(row?.seconds ?? 0),
        disabled(row?.disabled ?? 0),
      ];
    },
  };
}
