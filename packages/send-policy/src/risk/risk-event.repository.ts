import { Injectable } from '@nestjs/common';
import { Database, type ExpiringRows, type Tx } from '@mailroom/database';
import type { Breach } from './risk-judgement.js';

export type RiskEvent = {
  readonly id: number;
  readonly tenantId: string;
  readonly control: string;
  readonly action: string;
  readonly details: object;
  readonly createdAt: Date;
};

export const riskEvents: ExpiringRows = { table: 'risk_event', key: 'id', since: 'created_at' };

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
}
