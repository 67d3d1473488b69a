import { tokenIdOf, type AuditEntry } from '@mailroom/identity';

/** `tokenId` is null for the operator, and for a principal that signed in without a token. */
export function auditEntryView({ id, actor, principalId, createdAt, ...rest }: AuditEntry) {
  const tokenId = principalId === null ? null : tokenIdOf(principalId);
  return { id, actor, tokenId, ...rest, createdAt: createdAt.toISOString() };
}
