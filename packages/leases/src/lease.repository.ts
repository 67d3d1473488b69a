import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import { leaseReleased } from '@mailroom/events';
import { auditRows, type Principal } from '@mailroom/identity';
import { uuidv7 } from '@mailroom/ids';
import { setLeasedUntil } from '@mailroom/mail';
import { eventRows } from '@mailroom/messaging';
import type { Lease, LeaseStatus } from './lease.js';
import { leaseColumns, leasePayload, purgeAt, warnAt } from './lease.row.js';

const joined = 'mailbox_lease l join mailbox m on m.id = l.mailbox_id';
/** An end that was told is one, also to a call that began before it and had to wait for the row. */
const isActive = 'released_at is null and end_told_at is null and expires_at > now()';

const find = statement(
  'lease-find',
  `select ${leaseColumns('m.address')} from ${joined} where l.id = $1 and l.tenant_id = $2`,
);

const ended = statement('lease-ended', `select id from mailbox_lease where mailbox_id = $1 and not (${isActive})`);

const hasStatus = `case $4::text when 'released' then l.released_at is not null
     when 'expired' then l.released_at is null and l.expires_at <= now()
     when 'active' then l.released_at is null and l.expires_at > now() else true end`;

const list = statement(
  'lease-list',
  `select ${leaseColumns('m.address')} from ${joined}
   where l.tenant_id = $1 and ($2::text is null or l.id < $2) and ${hasStatus} order by l.id desc limit $3`,
);

const audited = (change: string) =>
  auditRows(
    'mailbox.changed',
    {
      tenantId: 'tenant_id',
      actor: '$3',
      principalId: '$4',
      targetId: 'mailbox_id::text',
      details: change,
      requestId: '$5::text',
    },
    'from changed',
  );

/** Ends the lease and its mailbox, with the event, in one commit; nothing happens if it has ended. */
const release = statement(
  'lease-release',
  `with changed as (
     update mailbox_lease set released_at = now(), end_told_at = now(), purge_at = ${purgeAt('now()')}
     where id = $1 and tenant_id = $2 and ${isActive} returning *),
   ${setLeasedUntil('changed', 'now()')},
   ${audited(`jsonb_build_object('lease', id, 'released', true)`)},
   ${eventRows(
     { id: '$6::uuid', type: `'${leaseReleased.type}'`, payload: leasePayload },
     'from changed l join mailbox_row m on m.id = l.mailbox_id',
   )}
   select pg_notify('outbox', '') from event`,
);

/** The end moves only away: a shorter time than is left changes nothing, nor when its holder is told of it. */
const asked = 'now() + make_interval(hours => $6)';
const laterEnd = `greatest(expires_at, ${asked})`;
const laterWarning = `case when expires_at < ${asked} then ${warnAt(laterEnd)} else warn_at end`;
const extend = statement(
  'lease-extend',
  `with changed as (
     update mailbox_lease set expires_at = ${laterEnd}, warn_at = ${laterWarning}, purge_at = ${purgeAt(laterEnd)}
     where id = $1 and tenant_id = $2 and ${isActive} returning *),
   ${setLeasedUntil('changed', 'expires_at')},
   ${audited(`jsonb_build_object('lease', id, 'leasedUntil', expires_at)`)}
   select id from changed`,
);

export type LeasePage = {
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly status: LeaseStatus | undefined;
};

/** The leases of tenants; every end is judged by the database's clock. */
@Injectable()
export class LeaseRepository {
  constructor(private readonly database: Database) {}

  async find(tenantId: string, id: string): Promise<Lease | null> {
    const [found] = await this.database.query<Lease>(find, [id, tenantId]);
    return found ?? null;
  }

  /** Whether the mailbox was leased, and that is over. */
  async hasEnded(mailboxId: number): Promise<boolean> {
    return (await this.database.query(ended, [mailboxId])).length === 1;
  }

  /** Newest first. */
  async list(tenantId: string, { cursor, limit, status }: LeasePage): Promise<Lease[]> {
    return this.database.query<Lease>(list, [tenantId, cursor ?? null, limit, status ?? null]);
  }

  async release({ tenantId, ...by }: Principal, id: string): Promise<void> {
    await this.database.query(release, [id, tenantId, by.level, by.id, by.requestId ?? null, uuidv7()]);
  }

  /** Returns false if the lease has ended. */
  async extend({ tenantId, ...by }: Principal, id: string, hours: number): Promise<boolean> {
    const values = [id, tenantId, by.level, by.id, by.requestId ?? null, hours];
    return (await this.database.query(extend, values)).length === 1;
  }
}
