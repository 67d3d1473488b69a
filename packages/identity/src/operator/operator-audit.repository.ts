import { Injectable } from '@nestjs/common';
import { Database, statement, walkBack, type Statement, type Walk } from '@mailroom/database';
import type { AuditAction, AuditActor, AuditEntry } from '../audit/audit-entry.js';

/** An entry with the tenant that it concerns, or "". */
export type OperatorAuditEntry = AuditEntry & { readonly tenantId: string };

export type AuditFilter = {
  readonly tenantId?: string | undefined;
  readonly actor?: AuditActor | undefined;
  readonly action?: AuditAction | undefined;
  /** From then on. */
  readonly since?: Date | undefined;
  /** Before then. */
  readonly before?: Date | undefined;
};

export type OperatorAuditPage = {
  readonly cursor: number | undefined;
  readonly limit: number;
};

/** How many entries a page looks at where no index knows all that is asked for. */
const LOOKED_AT = 5_000;

const columns = `id, tenant_id as "tenantId", actor, principal_id as "principalId", action, target_type as "targetType",
  target_id as "targetId", details, request_id as "requestId", created_at as "createdAt"`;

const END = '9223372036854775807';
/** Ids go up with time, so a time is looked up once, as the id of the first entry from then on. */
const firstFrom = (instant: string) =>
  `coalesce((select id from audit_entry where created_at >= ${instant}::timestamptz order by created_at limit 1), ${END})`;
const before = `least(coalesce($1::bigint, ${END}), case when $2::timestamptz is not null then ${firstFrom('$2')} else ${END} end)`;
const since = `a.id >= case when $3::timestamptz is not null then ${firstFrom('$3')} else 0 end`;

/** What a page looks at: rows of one index, in their order. */
const looked = ({ where, order }: Walk) =>
  `(select * from audit_entry a where ${where} and ${since} order by ${order} limit ${LOOKED_AT}) l`;
const matches = `($4::text is null or tenant_id = $4) and ($5::text is null or actor = $5) and ($6::text is null or action = $6)`;

const list = (name: string, walk: Walk, order: string): { readonly page: Statement; readonly edge: Statement } => ({
  page: statement(
    `operator-audit-${name}`,
    `select ${columns} from ${looked(walk)} where ${matches} order by ${order} limit $7`,
  ),
  edge: statement(
    `operator-audit-${name}-edge`,
    `select id from ${looked(walk)} where ${matches} or true order by ${order} offset ${LOOKED_AT - 1}`,
  ),
});

/** The most telling condition decides which index is walked. */
const lists = {
  tenant: list('tenant', walkBack({ 'a.tenant_id': '$4' }, 'a.id', before), 'tenant_id desc, id desc'),
  action: list('action', walkBack({ 'a.action': '$6' }, 'a.id', before), 'action desc, id desc'),
  operator: list('operator', { where: `a.actor = 'operator' and a.id < ${before}`, order: 'a.id desc' }, 'id desc'),
  all: list('all', { where: `a.id < ${before}`, order: 'a.id desc' }, 'id desc'),
};

/** What everybody changed. */
@Injectable()
export class OperatorAuditRepository {
  constructor(private readonly database: Database) {}

  /**
   * Newest first. A page may be short although more follow, where what is asked for is rare: `next` then says from where
   * on to look.
   */
  async list(
    { tenantId, actor, action, since, before }: AuditFilter,
    { cursor, limit }: OperatorAuditPage,
  ): Promise<{ readonly entries: readonly OperatorAuditEntry[]; readonly next: number | null }> {
    const by = lists[tenantId ? 'tenant' : action ? 'action' : actor === 'operator' ? 'operator' : 'all'];
    const values = [cursor, before, since, tenantId, actor, action].map((value) => value ?? null);
    const entries = await this.database.query<OperatorAuditEntry>(by.page, [...values, limit]);
    if (entries.length >= limit) return { entries, next: null };
    const [edge] = await this.database.query<{ id: number }>(by.edge, values);
    return { entries, next: edge?.id ?? null };
  }
}
