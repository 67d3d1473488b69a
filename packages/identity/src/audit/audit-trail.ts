import { Injectable } from '@nestjs/common';
import { Database, statement, type Tx } from '@mailroom/database';
import { requireManager, type Principal } from '../principal.js';
import type { AuditAction, AuditEntry } from './audit-entry.js';

export type AuditRecord = {
  readonly action: AuditAction;
  readonly tenantId: string;
  readonly targetId: number;
  /** What a person wants to know about the change; nothing secret. */
  readonly details: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
};

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

/** Records who changed which token or mailbox, and when. Entries are never changed or removed. */
@Injectable()
export class AuditTrail {
  constructor(private readonly database: Database) {}

  /** Records a change in the transaction that makes it; a null actor is the operator. */
  async record(tx: Tx, actor: Principal | null, { action, tenantId, targetId, details }: AuditRecord): Promise<void> {
    await tx.auditEntry.create({
      data: {
        tenantId,
        actor: actor?.level ?? 'operator',
        principalId: actor?.id ?? null,
        action,
        targetType: action.slice(0, action.indexOf('.')),
        targetId: String(targetId),
        details: { ...details },
        requestId: actor?.requestId ?? null,
      },
    });
  }

  /** Returns one page of the changes in the principal's tenant. */
  async list(principal: Principal, { cursor, oldestFirst, limit }: AuditPage): Promise<AuditEntry[]> {
    requireManager(principal);
    const values = [principal.tenantId, cursor ?? (oldestFirst ? 0 : MAX_ID), limit];
    return this.database.query<AuditEntry>(lists[oldestFirst ? 'asc' : 'desc'], values);
  }
}
