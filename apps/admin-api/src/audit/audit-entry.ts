import { auditActions, auditActors, auditTargets, type OperatorAuditEntry } from '@mailroom/identity';
import { about, integer, nullable, object, resource, string, word, type Schema, type ValueOf } from '@mailroom/openapi';

const details: Schema<object> = { type: 'object' };

export const auditEntryResource = resource(
  'AuditEntry',
  object({
    entryId: integer,
    tenantId: about(string, 'empty where it concerns none'),
    actor: word(auditActors),
    principalId: about(nullable('string'), 'who of the tenant did it; null for the operator and the system'),
    action: word(auditActions),
    targetType: word(auditTargets),
    targetId: string,
    reason: about(nullable('string'), 'as whoever did it gave it'),
    details,
    requestId: about(nullable('string'), 'the request that did it; null where there was none'),
    createdAt: string,
  }),
  {
    entryId: 6,
    tenantId: 'tnt_4b1f0c9a7e5d3f2b1a09',
    actor: 'operator',
    principalId: null,
    action: 'tenant.policy_changed',
    targetType: 'tenant',
    targetId: 'tnt_4b1f0c9a7e5d3f2b1a09',
    reason: '214 of 1,507 messages to addresses that do not exist, from news@. Looks like a bought list.',
    details: { policyBefore: 'external_review', policy: 'suspended', billingState: 'paid_review' },
    requestId: 'req_x3Kq9vT0bW2fYh1m',
    createdAt: '2026-03-01T14:32:00.000Z',
  },
);

export function auditEntryView(entry: OperatorAuditEntry): ValueOf<typeof auditEntryResource> {
  const { id, tenantId, actor, principalId, action, targetType, targetId, requestId, createdAt } = entry;
  const { reason, ...details } = entry.details as { readonly reason?: unknown };
  return {
    entryId: id,
    tenantId,
    actor,
    principalId,
    action,
    targetType,
    targetId,
    reason: typeof reason === 'string' && reason !== '' ? reason : null,
    details,
    requestId,
    createdAt: createdAt.toISOString(),
  };
}
