import { Injectable } from '@nestjs/common';
import { Database, statement, type Tx } from '@mailroom/database';
import type { RiskFacts } from './risk-judgement.js';

/** The newest of a day that are counted, for a tenant; more would only make a share more exact. */
const MAX_JOBS = 5_000;
const MAX_SUPPRESSIONS = 1_000;
/** The received mail in which senders are looked for, for a tenant. */
const MAX_RECEIVED = 20_000;

/** Those that a lift deleted (`risk_tally`) count as well: nobody gets rid of them by lifting. */
const tally = (kind: string) =>
  `coalesce((select sum(count)::int from risk_tally where tenant_id = b.id and kind = '${kind}' and hour >= w.since), 0)`;

/**
 * What happened to the tenants of `batch`, for those that sent or tried; $1 are the strangers from which on it matters who
 * they are. The hours of tallies count whole, and only those that began after the last risk event. Mail inside, which is
 * free, does not dilute the shares.
 */
const facts = (batch: string) => `
  with batch as (${batch})
  select b.id as "tenantId", extract(epoch from now() - b.created_at)::float8 as "ageSeconds", s.recipients, s.external,
    u.bounces + ${tally('bounce')} as bounces, u.complaints + ${tally('complaint')} as complaints,
    t.tries as "suppressedTries",
    case when $1::int > 0 and s.distinct_external >= $1::int then (
      select count(*)::int from (
        select unnest(s.addresses)
        except
        select lower(e.from_email) from (
          select e.from_email from mailbox m cross join lateral (
            select from_email from email
            where mailbox_id = m.id and direction = 0 and ready_at is not null
            order by id + 0 desc limit ${MAX_RECEIVED}) e
          where m.tenant_id = b.id limit ${MAX_RECEIVED}) e) strangers)
      else 0 end as strangers
  from batch b
  cross join lateral (
    select greatest(now() - interval '24 hours',
      (select created_at from risk_event where tenant_id = b.id order by id desc limit 1)) as since) w
  cross join lateral (
    select count(*)::int as recipients, count(*) filter (where r.external)::int as external,
      count(distinct r.address) filter (where r.external)::int as distinct_external,
      array_agg(distinct r.address) filter (where r.external) as addresses
    from (
      select lower(r.address) as address, not exists (
          select from mail_domain where name = lower(substring(r.address from '@([^@]*)$'))) as external
      from (
        select id, mailbox_id from outbound_job where metered_tenant_id = b.id and created_at > w.since
        order by created_at desc limit ${MAX_JOBS}) j
      join outbound_recipient r on r.job_id = j.id and r.mailbox_id = j.mailbox_id) r) s
  cross join lateral (
    select count(*) filter (where reason = 'bounce')::int as bounces,
      count(*) filter (where reason = 'complaint')::int as complaints
    from (
      select reason, created_at from suppression where tenant_id = b.id order by id desc limit ${MAX_SUPPRESSIONS}) u
    where created_at > w.since) u
  cross join lateral (select ${tally('suppressed_try')} as tries) t
  where s.recipients > 0 or t.tries > 0`;

const metered = `select id, created_at from tenant where metered and status = 'active'`;

const next = statement('risk-batch', `${metered} and id > $1 order by id limit $2`);
const factsOf = statement('risk-facts', facts(`${metered} and id = any ($2::text[])`));

/** Counts what tenants that pay for themselves did, by the database's clock; it holds no locks. */
@Injectable()
export class RiskFactsRepository {
  constructor(private readonly database: Database) {}

  /** The next tenants in the order of their ids. */
  async next(after: string, limit: number): Promise<string[]> {
    return (await this.database.query<{ id: string }>(next, [after, limit])).map(({ id }) => id);
  }

  /** Those of these tenants that did something. */
  async ofAll(tenantIds: readonly string[], strangers: number): Promise<RiskFacts[]> {
    return this.database.query<RiskFacts>(factsOf, [strangers, tenantIds]);
  }

  /** Those of one tenant, or null if it did nothing, is not metered, or is suspended. */
  async of(tx: Tx, tenantId: string, strangers: number): Promise<RiskFacts | null> {
    return (await tx.$queryRawUnsafe<RiskFacts[]>(factsOf.text, strangers, [tenantId]))[0] ?? null;
  }
}
