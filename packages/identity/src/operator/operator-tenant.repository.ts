import { Injectable } from '@nestjs/common';
import { beginsWith, Database, prefixEnd, statement } from '@mailroom/database';
import type { OperatorTenant, TenantFilter, TenantPage, TenantSearch } from './operator-tenant.js';

/** The most that a search finds: whoever sees as many has to say more. */
export const MAX_FOUND = 1_000;
/** The most that is counted for an overview. */
const MAX_WAITING = 1_000;

/** The last change tells the reason; the index of changes holds nothing else. */
const columns = (
  tenant: string,
) => `${tenant}.id, ${tenant}.name, ${tenant}.created_at as "createdAt", ${tenant}.status,
  ${tenant}.metered, ${tenant}.billing_state as "billingState", ${tenant}.send_policy as "sendPolicy",
  last.details ->> 'reason' as reason, last.created_at as "changedAt", last.actor as "changedBy"`;
const withReason = (tenant: string) => `left join lateral (
    select a.details, a.created_at, a.actor from audit_entry a
    where a.tenant_id = ${tenant}.id and a.action = 'tenant.policy_changed' order by a.id desc limit 1) last on true`;

const filters = (tenant: string) => `${tenant}.status = any ($1::text[]) and ${tenant}.send_policy = any ($2::text[])
    and ${tenant}.billing_state = any ($3::text[]) and ${tenant}.metered = any ($4::boolean[])`;
/** Tenants before the one of the cursor; ids break ties. */
const after = (tenant: string) => `(${tenant}.created_at, ${tenant}.id) < (
    coalesce((select created_at from tenant where id = $5::text), 'infinity'), coalesce($5::text, ''))`;

/**
 * Newest first. Each combination of states is a range of one index, whose first rows are merged, so that rare states are
 * found as fast as frequent ones.
 */
const list = statement(
  'operator-tenants',
  `with page as (
     select t.* from unnest($1::text[]) s (status) cross join unnest($2::text[]) l (send_policy)
       cross join unnest($3::text[]) b (billing_state) cross join unnest($4::boolean[]) m (metered)
     cross join lateral (
       select t.* from tenant t where t.status = s.status and t.send_policy = l.send_policy
         and t.billing_state = b.billing_state and t.metered = m.metered and ${after('t')}
       order by t.created_at desc, t.id desc limit $6) t
     order by t.created_at desc, t.id desc limit $6)
   select ${columns('p')} from page p ${withReason('p')} order by p.created_at desc, p.id desc`,
);

/** The same of tenants whose id or name begins with something, and of those in $9, which were found by what they own. */
const search = statement(
  'operator-tenant-search',
  `with found as (
     (select id from tenant where ${beginsWith('lower(id)', '$7', '$8')} order by lower(id) using ~<~ limit ${MAX_FOUND})
     union
     (select id from tenant where ${beginsWith('lower(name)', '$7', '$8')} order by lower(name) using ~<~ limit ${MAX_FOUND})
     union
     select * from unnest($9::text[])),
   page as (
     select t.* from tenant t where t.id in (select id from found) and ($10::text[] is null or t.id = any ($10::text[]))
       and ${filters('t')} and ${after('t')}
     order by t.created_at desc, t.id desc limit $6)
   select ${columns('p')} from page p ${withReason('p')} order by p.created_at desc, p.id desc`,
);

/** The same of those in $7, whatever they are called. */
const among = statement(
  'operator-tenants-among',
  `with page as (
     select t.* from tenant t where t.id = any ($7::text[]) and ${filters('t')} and ${after('t')}
     order by t.created_at desc, t.id desc limit $6)
   select ${columns('p')} from page p ${withReason('p')} order by p.created_at desc, p.id desc`,
);

const find = statement('operator-tenant', `select ${columns('t')} from tenant t ${withReason('t')} where t.id = $1`);

const capped = (which: string) =>
  `(select count(*)::int from (select from tenant where ${which} limit ${MAX_WAITING}) t)`;
const waiting = statement(
  'operator-tenants-waiting',
  `select ${capped(`status = 'suspended'`)} as suspended,
     ${capped(`status = 'active' and send_policy = 'external_review'`)} as "inReview",
     (select count(*)::int from (
       select from unnest(array['internal_only', 'external_review', 'external_enabled']) l (send_policy)
         cross join lateral (
           select from tenant t where t.status = 'active' and t.send_policy = l.send_policy
             and t.billing_state = 'paid_review' limit ${MAX_WAITING}) t limit ${MAX_WAITING}) t) as "upgradesAsked"`,
);

const waitingAmong = statement(
  'operator-upgrades-waiting',
  `select count(*)::int as count from (
     select from tenant where id = any ($1::text[]) and status = 'active' and billing_state = 'paid_review'
     limit ${MAX_WAITING}) t`,
);

/** How many tenants wait for a person's decision, counted up to 1000. */
export type WaitingTenants = { readonly suspended: number; readonly inReview: number; readonly upgradesAsked: number };

/** Tenants as the operator looks for them, whoever they are. */
@Injectable()
export class OperatorTenantRepository {
  constructor(private readonly database: Database) {}

  async list({ text, owners = [], among: some, ...filter }: TenantSearch, page: TenantPage): Promise<OperatorTenant[]> {
    const values = valuesOf(filter, page);
    if (text === undefined)
      return this.database.query<OperatorTenant>(some ? among : list, some ? [...values, some] : values);
    const prefix = text.toLowerCase();
    return this.database.query<OperatorTenant>(search, [...values, prefix, prefixEnd(prefix), owners, some ?? null]);
  }

  async find(id: string): Promise<OperatorTenant | null> {
    const [tenant] = await this.database.query<OperatorTenant>(find, [id]);
    return tenant ?? null;
  }

  /** How many of these asked for an upgrade and wait for an operator's word, counted up to 1000. */
  async upgradesWaiting(tenantIds: readonly string[]): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(waitingAmong, [tenantIds]);
    return row?.count ?? 0;
  }

  async waiting(): Promise<WaitingTenants> {
    const [row] = await this.database.query<WaitingTenants>(waiting);
    return row ?? { suspended: 0, inReview: 0, upgradesAsked: 0 };
  }
}

function valuesOf({ statuses, levels, billingStates, metered }: TenantFilter, { cursor, limit }: TenantPage) {
  return [statuses, levels, billingStates, metered, cursor ?? null, limit];
}
