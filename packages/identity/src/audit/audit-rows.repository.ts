import type { AuditAction } from './audit-entry.js';

/** SQL expressions over the rows that entries are written from. */
type AuditExpressions = {
  readonly tenantId: string;
  /** The level of the principal. */
  readonly actor: string;
  readonly principalId: string;
  readonly targetId: string;
  /** The column is of type jsonb. */
  readonly details: string;
  readonly requestId: string;
};

/** A CTE `audit_row` that records a change for each row of `from`, in the statement that makes it. */
export function auditRows(
  action: AuditAction,
  { tenantId, actor, principalId, targetId, details, requestId }: AuditExpressions,
  from: string,
): string {
  const targetType = action.slice(0, action.indexOf('.'));
  return `audit_row as (
     insert into audit_entry (tenant_id, actor, principal_id, action, target_type, target_id, details, request_id)
     select ${tenantId}, ${actor}, ${principalId}, '${action}', '${targetType}', ${targetId}, ${details}, ${requestId} ${from})`;
}
