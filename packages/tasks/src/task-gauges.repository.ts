import { cappedCount, statement, type Database } from '@mailroom/database';
import { MAX_COUNTED, scrapedGauge, type GaugeSource } from '@mailroom/observability';

const tasks = scrapedGauge(
  'mailroom_tasks',
  `tasks in a state; at most ${MAX_COUNTED} per status are counted`,
  'state',
);

// The order is that of the partial indexes, so that they are walked and never the table.
const count = statement(
  'tasks-count',
  `select
     ${cappedCount(`select from email_task where status = 'new' and ready order by mailbox_id, seq`)} as waiting,
     leased, expired
   from (select count(*) filter (where lease_expires_at > now())::int as leased,
           count(*) filter (where lease_expires_at <= now())::int as expired
         from (select lease_expires_at from email_task where status = 'processing' and ready order by mailbox_id, seq
           limit ${MAX_COUNTED}) t) processing`,
);

/** Counts the tasks of all mailboxes. */
export function taskGauges(database: Database): GaugeSource {
  return {
    name: 'tasks',
    read: async () => {
      const [row] = await database.query<{ waiting: number; leased: number; expired: number }>(count);
      const { waiting = 0, leased = 0, expired = 0 } = row ?? {};
      return [tasks(waiting, 'waiting'), tasks(leased, 'leased'), tasks(expired, 'expired')];
    },
  };
}
