import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import { auditRows, passwordRows } from '@mailroom/identity';
import { leasedMailboxRows } from '@mailroom/mail';
import type { Lease } from '../lease.js';
import { leaseColumns, purgeAt, warnAt } from '../lease.row.js';

/** A lease to be: who asks for it, and under which address. */
export type NewLease = {
  readonly id: string;
  readonly tenantId: string;
  readonly agentId: string;
  readonly purpose: string;
  readonly hours: number;
  readonly address: string;
  readonly look: string;
  readonly passwordHash: string;
  readonly principalId: string;
  readonly requestId: string | null;
};

/**
 * Creates leases with their mailboxes, passwords and audit entries, all in one statement. A lease whose address is or was
 * in use, or whose tenant has no user yet, is left out; so are all while the domain ($11) is not shared. The mailbox
 * belongs to the first user of its tenant.
 */
const allocate = statement(
  'lease-allocate',
  `with place as materialized (select name from mail_domain where name = $11 and shared for share),
   asked as materialized (
     select a.*, u.id as user_id, now() + make_interval(hours => hours) as ends_at
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[], $7::text[], $8::text[], $9::text[],
         $10::text[]) as a (id, tenant_id, agent_id, purpose, hours, address, look, hash, principal_id, request_id)
       cross join place
       cross join lateral (select min(id) as id from app_user where tenant_id = a.tenant_id) u
     where u.id is not null),
   ${leasedMailboxRows(
     {
       tenantId: 'tenant_id',
       userId: 'user_id',
       address: 'address',
       domain: '$11',
       look: 'look',
       leasedUntil: 'ends_at',
     },
     'from asked',
   )},
   created as (select a.*, m.id as mailbox_id from asked a join mailbox_row m on m.address = a.address),
   ${auditRows(
     'mailbox.created',
     {
       tenantId: 'tenant_id',
       actor: `'manager'`,
       principalId: 'principal_id',
       targetId: 'mailbox_id::text',
       details: `jsonb_build_object('address', address, 'lease', id, 'leasedUntil', ends_at)`,
       requestId: 'request_id',
     },
     'from created',
   )},
   ${passwordRows('mailbox_id', 'hash', 'from created')},
   lease as (
     insert into mailbox_lease (id, tenant_id, agent_id, mailbox_id, purpose, expires_at, warn_at, purge_at)
     select id, tenant_id, agent_id, mailbox_id, purpose, ends_at, ${warnAt('ends_at')}, ${purgeAt('ends_at')} from created
     returning *)
   select ${leaseColumns('c.address')} from lease l join created c on c.id = l.id`,
);

const isShared = statement('lease-domain', 'select from mail_domain where name = $1 and shared');

@Injectable()
export class AllocationRepository {
  constructor(private readonly database: Database) {}

  /** Returns those that were created. */
  async allocate(on: Pick<Database, 'query'>, domain: string, leases: readonly NewLease[]): Promise<Lease[]> {
    return on.query<Lease>(allocate, [
      leases.map(({ id }) => id),
      leases.map(({ tenantId }) => tenantId),
      leases.map(({ agentId }) => agentId),
      leases.map(({ purpose }) => purpose),
      leases.map(({ hours }) => hours),
      leases.map(({ address }) => address),
      leases.map(({ look }) => look),
      leases.map(({ passwordHash }) => passwordHash),
      leases.map(({ principalId }) => principalId),
      leases.map(({ requestId }) => requestId),
      domain,
    ]);
  }

  /** Whether mailboxes may be leased on the domain. */
  async isShared(domain: string): Promise<boolean> {
    return (await this.database.query(isShared, [domain])).length === 1;
  }
}
