import { Injectable } from '@nestjs/common';
import { Database, isOfBatch, statement, upkeepStatement, type Retention } from '@mailroom/database';
import { leaseExpired, leaseExpiring } from '@mailroom/events';
import { eventRows } from '@mailroom/messaging';
import { leasePayload } from '../lease.row.js';

/** A lease whose mail is to be deleted. */
export type DuePurge = { readonly id: string; readonly mailboxId: number };

/** Mail of leases is deleted by then; what may still be sent is tried again after a while. */
export const purgedLeases: Retention = {
  table: 'mailbox_lease',
  oldest: 'select purge_at from mailbox_lease r where purge_at is not null order by 1 limit 1',
  keptSeconds: 0,
};

/** A process that purges has this long, before another one begins with the same mailbox. */
const PURGE_AGAIN = `interval '10 minutes'`;

/** Each event is written in the statement that marks the lease, so there is one, whoever tries. */
const tell = (name: string, type: string, due: string, mark: string) =>
  upkeepStatement(
    `lease-${name}`,
    `with due as (${due} limit $1 offset $3 for update skip locked),
     changed as (update mailbox_lease set ${mark} where ${isOfBatch('due', 'id')} returning *),
     ${eventRows(
       { id: 'e.id', type: `'${type}'`, payload: leasePayload },
       `from (select l.*, row_number() over () as place from changed l) l join mailbox m on m.id = l.mailbox_id
          join unnest($2::uuid[]) with ordinality as e (id, place) on e.place = l.place`,
     )}
     select pg_notify('outbox', '') from event`,
  );

const warn = tell(
  'warn',
  leaseExpiring.type,
  `select ctid, id from mailbox_lease where warned_at is null and end_told_at is null and warn_at <= now() and expires_at > now()
     order by warn_at`,
  'warned_at = now()',
);

const expire = tell(
  'expire',
  leaseExpired.type,
  `select ctid, id from mailbox_lease where end_told_at is null and expires_at <= now() order by expires_at`,
  'end_told_at = now()',
);

const takePurges = upkeepStatement(
  'lease-take-purges',
  `with due as (
     select ctid, id from mailbox_lease where purge_at <= now() order by purge_at limit $1 offset $2 for update skip locked)
   update mailbox_lease set purge_at = now() + ${PURGE_AGAIN} where ${isOfBatch('due', 'id')}
   returning id, mailbox_id as "mailboxId"`,
);

const purged = statement('lease-purged', 'update mailbox_lease set purge_at = null where id = $1');
const purgeOn = statement('lease-purge-on', 'update mailbox_lease set purge_at = now() where id = $1');

/** What is done about leases when their time comes. */
@Injectable()
export class LeaseUpkeepRepository {
  constructor(private readonly database: Database) {}

  /** Tells of leases that end soon; returns how many. @param eventIds one for each of them at most, behind the first `offset` */
  async warn(eventIds: readonly string[], offset: number): Promise<number> {
    return (await this.database.tryQuery(warn, [eventIds.length, eventIds, offset])).length;
  }

  /** The same for those that have ended by themselves. */
  async expire(eventIds: readonly string[], offset: number): Promise<number> {
    return (await this.database.tryQuery(expire, [eventIds.length, eventIds, offset])).length;
  }

  /** Takes leases whose mail is no longer to be read. */
  async takePurges(limit: number, offset: number): Promise<DuePurge[]> {
    return this.database.tryQuery<DuePurge>(takePurges, [limit, offset]);
  }

  async markPurged({ id }: DuePurge): Promise<void> {
    await this.database.query(purged, [id]);
  }

  /** There is more to delete, at once. */
  async goOn({ id }: DuePurge): Promise<void> {
    await this.database.query(purgeOn, [id]);
  }
}
