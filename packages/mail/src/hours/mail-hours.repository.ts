import { Injectable } from '@nestjs/common';
import { Database, statement, type ExpiringRows } from '@mailroom/database';
import { uuidv7Floor } from '@mailroom/ids';
import { COUNT_DELAY_SECONDS, type MailCounts, type MailPoint } from './mail-hour.js';

/** How much time one step counts at most, so that it ends soon after a long rest. */
const WINDOW_SECONDS = 60;

export const mailHours: ExpiringRows = { table: 'mail_hour', key: 'tenant_id, hour', since: 'hour' };

/** What an event of the outbox says about mail. */
const counted = `case type when 'email.received' then 'received' when 'outbound.queued' then 'sent'
  when 'email.bounced' then 'bounced' when 'email.failed' then 'bounced' when 'email.complained' then 'complained' end`;

/** Counting begins when somebody first counts. */
const begin = statement(
  'mail-hours-begin',
  `insert into mail_hour_progress (id) select 1 where not exists (select from mail_hour_progress) on conflict do nothing`,
);

/** The window that is counted next, whose row is held: a second process that counts finds none. */
const next = statement(
  'mail-hours-next',
  `select counted_until as since, least(counted_until + interval '${WINDOW_SECONDS} seconds',
     now() - interval '${COUNT_DELAY_SECONDS} seconds') as until
   from mail_hour_progress where counted_until < now() - interval '${COUNT_DELAY_SECONDS} seconds' for update skip locked`,
);

/**
 * Adds what happened in a window: events by their ids, which go up with time, and tasks by the time at which they were
 * handled. $3 and $4 are the ids of the window's ends.
 */
const count = statement(
  'mail-hours-count',
  `with happened as (
     select ${counted} as what, created_at as at,
       (payload ->> 'mailboxId')::int as mailbox_id
     from outbox_event where id >= $3::uuid and id < $4::uuid
       and type in ('email.received', 'outbound.queued', 'email.bounced', 'email.failed', 'email.complained')
     union all
     select 'handled', handled_at, mailbox_id from email_task
     where status = 'handled' and handled_at >= $1::timestamptz and handled_at < $2::timestamptz),
   known as (
     select h.what, date_trunc('hour', h.at, 'UTC') as hour, m.tenant_id from happened h join mailbox m on m.id = h.mailbox_id),
   hours as (
     select coalesce(tenant_id, '') as tenant_id, hour,
       count(*) filter (where what = 'received') as received, count(*) filter (where what = 'handled') as handled,
       count(*) filter (where what = 'sent') as sent, count(*) filter (where what = 'bounced') as bounced,
       count(*) filter (where what = 'complained') as complained
     from known group by grouping sets ((tenant_id, hour), (hour))),
   written as (
     insert into mail_hour as w (tenant_id, hour, received, handled, sent, bounced, complained)
     select tenant_id, hour, received, handled, sent, bounced, complained from hours order by tenant_id, hour
     on conflict (tenant_id, hour) do update set received = w.received + excluded.received,
       handled = w.handled + excluded.handled, sent = w.sent + excluded.sent, bounced = w.bounced + excluded.bounced,
       complained = w.complained + excluded.complained)
   update mail_hour_progress set counted_until = $2::timestamptz`,
);

const sums = `coalesce(sum(h.received), 0)::int as received, coalesce(sum(h.handled), 0)::int as handled,
  coalesce(sum(h.sent), 0)::int as sent, coalesce(sum(h.bounced), 0)::int as bounced,
  coalesce(sum(h.complained), 0)::int as complained`;

/** Every hour or day of the time asked for, those without mail as well. */
const series = (unit: 'hour' | 'day') =>
  statement(
    `mail-hours-by-${unit}`,
    `select s.at, ${sums}
     from generate_series(date_trunc('${unit}', now(), 'UTC') - make_interval(${unit}s => $2::int - 1),
       date_trunc('${unit}', now(), 'UTC'), interval '1 ${unit}') s (at)
     left join mail_hour h on h.tenant_id = $1 and h.hour >= s.at and h.hour < s.at + interval '1 ${unit}'
     group by s.at order by s.at`,
  );
const byUnit = { hour: series('hour'), day: series('day') };

const ofTenants = statement(
  'mail-hours-of-tenants',
  `select t.id as "tenantId", ${sums} from unnest($1::text[]) t (id)
   left join mail_hour h on h.tenant_id = t.id and h.hour > now() - interval '24 hours' group by t.id`,
);

/** What happened to mail, hour by hour. */
@Injectable()
export class MailHoursRepository {
  constructor(private readonly database: Database) {}

  /** Counts what happened since the last step, up to a minute of it; true where there is more. */
  async count(): Promise<boolean> {
    await this.database.query(begin);
    return this.database.sqlTransaction(async (tx) => {
      const [window] = await tx.query<{ since: Date; until: Date }>(next);
      if (!window || window.until <= window.since) return false;
      const { since, until } = window;
      await tx.query(count, [since, until, uuidv7Floor(since.getTime()), uuidv7Floor(until.getTime())]);
      return until.getTime() - since.getTime() >= WINDOW_SECONDS * 1_000;
    });
  }

  /** The newest `length` hours or days, oldest first; the last one is not over. Days are those of UTC. */
  async series(tenantId: string | null, unit: 'hour' | 'day', length: number): Promise<MailPoint[]> {
    return this.database.query<MailPoint>(byUnit[unit], [tenantId ?? '', length]);
  }

  /** What happened to the mail of each of these tenants in the last 24 hours. */
  async lastDay(tenantIds: readonly string[]): Promise<ReadonlyMap<string, MailCounts>> {
    const rows = await this.database.query<MailCounts & { tenantId: string }>(ofTenants, [tenantIds]);
    return new Map(rows.map(({ tenantId, ...counts }) => [tenantId, counts]));
  }
}
