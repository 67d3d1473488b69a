import { Injectable } from '@nestjs/common';
import { Database, isOfBatch, statement, upkeepStatement, type Statement } from '@mailroom/database';
import { FEED_KEPT_SECONDS } from '../messaging-retention.repository.js';
import { FEED_RETENTION_HOURS, type FeedEvent, type FeedPosition } from './feed-event.js';

const PAGE = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const columns = `id, mailbox_id as "mailboxId", type, email_id as "emailId", task_status as "taskStatus",
  created_at as "createdAt", xid`;

/** The oldest transaction that is running in the cluster, and the first one that has not begun. */
const snapshot = `select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as position,
  pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next`;

/**
 * The events from a position ($1, $2) on, in the order of their transactions, and the position after them: the oldest
 * transaction that was running during this read. The next read finds whatever that one and later ones commit.
 */
const read = (name: string, condition: string) =>
  statement(
    name,
    `with snapshot as materialized (${snapshot})
     select s.position, s.next, f.* from snapshot s left join lateral (
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
  `with snapshot as materialized (${snapshot}),
   named as materialized (select unnest($3::int[]) as id)
   select s.position, s.next, f.* from snapshot s left join lateral (
     select ${columns} from (
       select * from feed_event where (xid, id) >= ($1::bigint, $2::uuid) order by xid, id offset 0) e
     where mailbox_id in (select id from named) order by xid, id limit ${PAGE}) f on true`,
);

const position = statement('feed-position', snapshot);

/**
 * The oldest running transaction that may write in this database. Numbers of transactions are the cluster's, so one in
 * another database holds the position as well, although nothing here can come of it. A transaction is left out only if it
 * holds the lock on its own number by a backend of another database; one that has ended meanwhile, or was prepared, is
 * not. Whatever is older has ended before this statement does, so that a read that begins behind it sees all of it.
 */
const ownPosition = statement(
  'feed-own-position',
  `with snapshot as materialized (select pg_current_snapshot() as taken),
   foreign_one as materialized (
     select l.transactionid from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'transactionid' and l.granted and l.mode = 'ExclusiveLock'
       and a.datid <> 0 and a.datid <> (select oid from pg_database where datname = current_database()))
   select coalesce(min(x.xid), (select pg_snapshot_xmax(taken)::text::bigint from snapshot)) as position
   from (select x::text::bigint as xid, x::xid as number from snapshot, pg_snapshot_xip(taken) as x) x
   where x.number not in (select transactionid from foreign_one)`,
);

const newest = statement('feed-newest', 'select coalesce(max(xid), 0) as newest from feed_event');

const trim = upkeepStatement(
  'feed-trim',
  `with due as materialized (
     select ctid, mailbox_id, xid, id from (
       select ctid, mailbox_id, xid, id, created_at from feed_event order by xid limit $1 offset $2) f
     where created_at < now() - make_interval(secs => ${FEED_KEPT_SECONDS}))
   delete from feed_event where ${isOfBatch('due', 'mailbox_id, xid, id')} returning 1`,
);

const listen = statement(
  'feed-listen',
  `insert into feed_listener as l (tenant_id, listening_until)
   values ($1, now() + make_interval(hours => ${FEED_RETENTION_HOURS}))
   on conflict (tenant_id) do update set listening_until = excluded.listening_until
   where l.listening_until < now() + make_interval(hours => ${FEED_RETENTION_HOURS - 1})`,
);

type Bounds = {
  readonly position: FeedPosition;
  /** No event has this position yet, nor a later one. */
  readonly next: FeedPosition;
};
type Row = FeedEvent & Bounds;
type Wanted = {
  readonly from: FeedPosition;
  readonly mailboxIds: readonly number[] | null;
  readonly reached: FeedPosition;
};

export type FeedReading = Bounds & { readonly events: FeedEvent[] };

@Injectable()
export class FeedRepository {
  constructor(private readonly database: Database) {}

  /**
   * Every event from a position on, however long ago, in these mailboxes. Each page is read when it is asked for; its
   * position is where whoever has seen it goes on.
   *
   * @param reached a position that a reader had reached before: no event will come before it any more
   */
  pages(from: FeedPosition, mailboxIds: readonly number[], reached: FeedPosition = 0): AsyncGenerator<FeedReading> {
    return this.#pages(readMailboxes, { from, mailboxIds, reached });
  }

  /** The same at once for positions near the end of the feed, for thousands of mailboxes, or for all. */
  async readFor(from: FeedPosition, mailboxIds: readonly number[] | null): Promise<FeedReading> {
    const which = mailboxIds ? readNamed : readAll;
    const events: FeedEvent[] = [];
    let bounds: Bounds = { position: from, next: from };
    for await (const { events: page, ...ofPage } of this.#pages(which, { from, mailboxIds, reached: 0 })) {
      events.push(...page);
      bounds = ofPage;
    }
    return { events, ...bounds };
  }

  async *#pages(which: Statement, { from, mailboxIds, reached }: Wanted): AsyncGenerator<FeedReading> {
    let bounds: Bounds | undefined;
    let last = { xid: from, id: FIRST_ID };
    for (let isLast = false; !isLast;) {
      const { xid, id: known } = last;
      const rows = await this.database.query<Row>(which, mailboxIds ? [xid, known, mailboxIds] : [xid, known]);
      // A later page may contain events of transactions that the first page could not see.
      bounds ??= { position: Math.max(rows[0]?.position ?? from, reached), next: rows[0]?.next ?? from };
      // A cursor is inclusive, so that it may name an event that does not exist; so the first event of a page may be
      // known already.
      const events = rows.filter(({ id }) => id !== null && id !== known);
      last = events.at(-1) ?? last;
      isLast = rows.length < PAGE;
      yield { events, ...bounds, position: isLast ? bounds.position : Math.min(last.xid, bounds.position) };
    }
  }

  /** The position after everything that is visible now. */
  async position(): Promise<FeedPosition> {
    const [row] = await this.database.query<{ position: number }>(position);
    return row?.position ?? 0;
  }

  /** The same, but later where only transactions of other databases hold it back; it asks for all locks of the cluster. */
  async ownPosition(): Promise<FeedPosition> {
    const [row] = await this.database.query<{ position: number }>(ownPosition);
    return row?.position ?? 0;
  }

  /** The position that no reader can have passed. */
  async end(): Promise<FeedPosition> {
    const [row] = await this.database.query<Bounds>(position);
    return row?.next ?? 0;
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

  /** Deletes at most `limit` events, behind the first `offset`, from which nobody can resume any more; returns how many. */
  async trim(limit: number, offset: number): Promise<number> {
    return (await this.database.query(trim, [limit, offset])).length;
  }
}
