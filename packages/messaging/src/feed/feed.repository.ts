import { Injectable } from '@nestjs/common';
import { Database, statement, type Statement } from '@mailroom/database';
import { FEED_KEPT_SECONDS } from '../messaging-retention.repository.js';
import { FEED_RETENTION_HOURS, type FeedEvent, type FeedPosition } from './feed-event.js';

const PAGE = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const columns = `id, mailbox_id as "mailboxId", type, email_id as "emailId", task_status as "taskStatus",
  created_at as "createdAt", xid`;

/**
 * The events from a position ($1, $2) on, in the order of their transactions, and the position after them: the oldest
 * transaction that was running during this read. The next read finds whatever that one and later ones commit.
 */
const read = (name: string, condition: string) =>
  statement(
    name,
    `with snapshot as materialized (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as position)
     select s.position, f.* from snapshot s left join lateral (
       select ${columns} from feed_event where (xid, id) >= ($1::bigint, $2::uuid) and ${condition}
       order by xid, id limit ${PAGE}) f on true`,
  );

const readAll = read('feed-read', 'true');
const readMailboxes = read('feed-read-mailboxes', 'mailbox_id = any ($3::int[])');

/**
 * The same for a reader of this process, near the end of the feed: the newest events are few, and there may be thousands
 * of mailboxes to ask for. So the events are gone through in their order, and the mailboxes are looked up for each.
 */
const readNamed = statement(
  'feed-read-named',
  `with snapshot as materialized (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as position),
   named as materialized (select unnest($3::int[]) as id)
   select s.position, f.* from snapshot s left join lateral (
     select ${columns} from (
       select * from feed_event where (xid, id) >= ($1::bigint, $2::uuid) order by xid, id offset 0) e
     where mailbox_id in (select id from named) order by xid, id limit ${PAGE}) f on true`,
);

const position = statement('feed-position', 'select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as position');

const newest = statement('feed-newest', 'select coalesce(max(xid), 0) as newest from feed_event');

const trim = statement(
  'feed-trim',
  `delete from feed_event where (mailbox_id, xid, id) in (
     select mailbox_id, xid, id from (
       select mailbox_id, xid, id, created_at from feed_event order by xid limit $1) f
     where created_at < now() - make_interval(secs => ${FEED_KEPT_SECONDS})) returning 1`,
);

const listen = statement(
  'feed-listen',
  `insert into feed_listener as l (tenant_id, listening_until)
   values ($1, now() + make_interval(hours => ${FEED_RETENTION_HOURS}))
   on conflict (tenant_id) do update set listening_until = excluded.listening_until
   where l.listening_until < now() + make_interval(hours => ${FEED_RETENTION_HOURS - 1})`,
);

type Row = FeedEvent & { readonly position: number };

export type FeedReading = { readonly events: FeedEvent[]; readonly position: FeedPosition };

@Injectable()
export class FeedRepository {
  constructor(private readonly database: Database) {}

  /** Every event from a position on, however long ago, of all mailboxes or of these. */
  async read(from: FeedPosition, mailboxIds: readonly number[] | null = null): Promise<FeedReading> {
    return this.#read(mailboxIds ? readMailboxes : readAll, from, mailboxIds);
  }

  /** The same for positions near the end of the feed, for thousands of mailboxes. */
  async readFor(from: FeedPosition, mailboxIds: readonly number[] | null): Promise<FeedReading> {
    return this.#read(mailboxIds ? readNamed : readAll, from, mailboxIds);
  }

  async #read(which: Statement, from: FeedPosition, mailboxIds: readonly number[] | null): Promise<FeedReading> {
    const events: FeedEvent[] = [];
    let position: FeedPosition | undefined;
    let [xid, id] = [from, FIRST_ID];
    for (;;) {
      const rows = await this.database.query<Row>(which, mailboxIds ? [xid, id, mailboxIds] : [xid, id]);
      // A later page may contain events of transactions that the first page could not see.
      position ??= rows[0]?.position ?? from;
      // A cursor is inclusive, so that it may name an event that does not exist; so the first event of a page may be
      // known already.
      const page = rows.filter((row) => row.id !== null && row.id !== events.at(-1)?.id);
      events.push(...page);
      const last = page.at(-1);
      if (rows.length < PAGE || !last) return { events, position };
      [xid, id] = [last.xid, last.id];
    }
  }

  /** The position after everything that is visible now. */
  async position(): Promise<FeedPosition> {
    const [row] = await this.database.query<{ position: number }>(position);
    return row?.position ?? 0;
  }

  /** The youngest transaction that wrote an event; 0 if there is none. */
  async newest(): Promise<number> {
    const [row] = await this.database.query<{ newest: number }>(newest);
    return row?.newest ?? 0;
  }

  /** Makes every change of the tenant's tasks be recorded for the next day. */
  async listen(tenantId: string): Promise<void> {
    await this.database.query(listen, [tenantId]);
  }

  /** Deletes at most `limit` events from which nobody can resume any more; returns how many. */
  async trim(limit: number): Promise<number> {
    return (await this.database.query(trim, [limit])).length;
  }
}
