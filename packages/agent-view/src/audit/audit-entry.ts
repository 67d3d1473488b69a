import { auditActions, auditActors, auditTargets, tokenIdOf, type AuditEntry } from '@mailroom/identity';
import { integer, nullable, object, resource, type Schema, string, type ValueOf, word } from '@mailroom/openapi';
import { at } from '../schema/example-times.js';

const details: Schema<object> = { type: 'object' };

export const auditEntryResource = resource(
  'AuditEntry',
  object({
    id: integer,
    actor: word(auditActors),
    tokenId: nullable('integer'),
    action: word(auditActions),
    targetType: word(auditTargets),
    targetId: string,
    details,
    requestId: nullable('string'),
    createdAt: string,
  }),
  {
    id: 6,
    actor: 'manager',
    tokenId: 1,
    action: 'token.issued',
    targetType: 'token',
    targetId: '12',
    details: { accountId: 7, scopes: ['read', 'send'] },
    requestId: 'req_x3Kq9vT0bW2fYh1m',
    createdAt: at,
  },
);

export type AuditEntryResource = ValueOf<typeof auditEntryResource>;

/** `tokenId` is null for the operator, and for a principal that signed in without a token. */
export function auditEntryView(entry: AuditEntry): AuditEntryResource {
  return {
    id: entry.id,
    actor: entry.actor,
    tokenId: entry.principalId === null ? null : tokenIdOf(entry.principalId),
    action: entry.action,
    targetType: entry.targetType,
    targetId: entry.targetId,
    details: entry.details,
    requestId: entry.requestId,
    createdAt: entry.createdAt.toISOString(),
  };
}
