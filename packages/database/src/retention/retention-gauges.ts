import { scrapedGauge, type GaugeSource } from '@mailroom/observability';
import type { Database } from '../database.js';
import { statement } from '../statement.js';
import type { Retention } from './retention.js';

const late = scrapedGauge(
  'mailroom_retention_late_seconds',
  'how long ago the oldest row of a table should have been deleted',
  'table',
);

/** Tells how far each trim is behind; it looks at the oldest row of each table and at nothing else. */
export function retentionGauges(database: Database, retentions: readonly Retention[]): GaugeSource {
  const read = statement('retention-late', retentions.map(lateOf).join(' union all '));
  return {
    name: 'retention',
    read: async () => {
      const rows = await database.query<{ table: string; seconds: number }>(read);
      return rows.map(({ table, seconds }) => late(seconds, table));
    },
  };
}

const lateOf = ({ table, oldest, keptSeconds }: Retention) =>
  `select '${table}' as "table", coalesce(greatest(0,
     extract(epoch from now() - (${oldest})) - ${keptSeconds}), 0)::float8 as seconds`;
