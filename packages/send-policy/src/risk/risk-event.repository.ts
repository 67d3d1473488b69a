import { Injectable } from '@nestjs/common';
import { Database, statement, walkBack, type ExpiringRows, type Tx, type Walk } from '@mailroom/database';
import type { Breach, RiskControl } from './risk-judgement.js';

export type RiskEvent = {
  readonly id: number;
  readonly tenantId: string;
  readonly control: string;
  readonly action: string;
  readonly details: object;
  readonly createdAt: Date;
};

export const riskEvents: ExpiringRows = { table: 'risk_event', key: 'id', since: 'created_at' };

export type RiskEventFilter = {
  readonly tenantId?: string | undefined;
  readonly control?: RiskControl | undefined;
};

type RiskEventPage = { readonly cursor: number | undefined; readonly limit: number };

const page = (name: string, { where, order }: Walk) =>
  statement(
    `operator-risk-${name}`,
    `select id, tenant_id as "tenantId", control, action, details, created_at as "createdAt" from risk_event
     where ${where} and ($2::text is null or tenant_id = $2) and ($3::text is null or control = $3)
     order by ${order} limit $4`,
  );
const pages = {
  tenant: page('tenant', walkBack({ tenant_id: '$2' }, 'id', '$1')),
  control: page('control', walkBack({ control: '$3' }, 'id', '$1')),
  all: page('all', { where: 'id < $1', order: 'id desc' }),
};

/** The most that is counted for an overview. */
const MAX_RECENT = 1_000;
const recent = statement(
  'operator-risk-recent',
  `select count(*)::int as count, min(created_at) as since from (
     select created_at from risk_event where created_at > now() - interval '24 hours' limit ${MAX_RECENT}) r`,
);

/** Why controls acted. */
@Injectable()
export class RiskEventRepository {
  constructor(private readonly database: Database) {}

  async insert(tx: Tx, tenantId: string, { control, action, details }: Breach): Promise<void> {
    await tx.riskEvent.create({ data: { tenantId, control, action, details: { ...details } } });
  }

  /** The newest events of a tenant. */
  async newest(tenantId: string, limit: number): Promise<RiskEvent[]> {
    const page = { where: { tenantId }, orderBy: { id: 'desc' }, take: limit } as const;
    const events = await this.database.use((client) => client.riskEvent.findMany(page));
    return events.map((event) => ({ ...event, id: Number(event.id), details: Object(event.details) as object }));
  }

  /** Those of everybody, newest first. */
  async list({ tenantId, control }: RiskEventFilter, { cursor, limit }: RiskEventPage): Promise<RiskEvent[]> {
    const by = tenantId !== undefined ? 'tenant' : control !== undefined ? 'control' : 'all';
    const values = [cursor ?? Number.MAX_SAFE_INTEGER, tenantId ?? null, control ?? null, limit];
    return this.database.query<RiskEvent>(pages[by], values);
  }

  /** How often a control acted in the last 24 hours, counted up to 1000. */
  async recent(): Promise<{ readonly count: number; readonly since: Date | null }> {
    const [row] = await this.database.query<{ count: number; since: Date | null }>(recent);
    return row ?? { count: 0, since: null };
  }
}
