import { Injectable } from '@nestjs/common';
import { Database, statement, type ExpiringRows } from '@mailroom/database';

const count = statement(
  'risk-count-try',
  `insert into risk_tally as r (tenant_id, kind, hour, count)
   select id, 'suppressed_try', date_trunc('hour', now()), 1 from tenant where id = $1 and metered
   on conflict (tenant_id, kind, hour) do update set count = r.count + 1`,
);

export const riskTallies: ExpiringRows = { table: 'risk_tally', key: 'tenant_id, kind, hour', since: 'hour' };
/** They are asked for a day and the hour in which it began. */
export const RISK_TALLY_SECONDS = 2 * 86_400;

/**
 * SQL: a CTE `tallied` that keeps the count of suppressions which `lifted` (rows of `suppression`) deletes, in the hour of
 * their origin.
 */
export function keptTally(lifted: string): string {
  return `tallied as (
     insert into risk_tally as r (tenant_id, kind, hour, count)
     select l.tenant_id, l.reason, date_trunc('hour', l.created_at), 1 from ${lifted} l join tenant t on t.id = l.tenant_id
     where t.metered
     on conflict (tenant_id, kind, hour) do update set count = r.count + 1)`;
}

/** Signs of abuse that leave no row of their own. */
@Injectable()
export class RiskTallyRepository {
  constructor(private readonly database: Database) {}

  /** Counts a mail that was refused because of a suppressed address; one of the operator's tenants is not counted. */
  async countSuppressedTry(tenantId: string): Promise<void> {
    await this.database.query(count, [tenantId]);
  }
}
