import { Injectable } from '@nestjs/common';
import { Database, statement, type Prisma, type Tx } from '@mailroom/database';
import type { AuditEntry } from './audit-entry.js';

export type AuditPage = {
  readonly cursor: number | undefined;
  readonly oldestFirst: boolean;
  readonly limit: number;
};

const MAX_ID = Number.MAX_SAFE_INTEGER;

const list = (order: 'asc' | 'desc') =>
  statement(
    `audit-list-${order}`,
    `select id, actor, principal_id as "principalId", action, target_type as "targetType", target_id as "targetId", details,
       request_id as "requestId", created_at as "createdAt"
     from audit_entry where tenant_id = $1 and id ${order === 'desc' ? '<' : '>'} $2 order by id ${order} limit $3`,
  );

const lists = { asc: list('asc'), desc: list('desc') };

@Injectable()
export class AuditEntryRepository {
  constructor(private readonly database: Database) {}

  async insert(tx: Tx, data: Prisma.AuditEntryUncheckedCreateInput): Promise<void> {
    await tx.auditEntry.create({ data });
  }

  async list(tenantId: string, { cursor, oldestFirst, limit }: AuditPage): Promise<AuditEntry[]> {
    const values = [tenantId, cursor ?? (oldestFirst ? 0 : MAX_ID), limit];
    return this.database.query<AuditEntry>(lists[oldestFirst ? 'asc' : 'desc'], values);
  }
}
