/** What was done, as `noun.past-participle`. */
export const auditActions = [
  'token.issued',
  'token.revoked',
  'token.rotated',
  'mailbox.created',
  'mailbox.changed',
  'tenant.policy_changed',
  'tenant.credits_granted',
  'tenant.credits_revoked',
  'receipt.resolved',
  'wallet.created',
  'wallet.bound',
  'session.started',
  'session.ended',
  'key.registered',
  'key.deleted',
  'bridge.registered',
  'bridge.deleted',
  'envelope.added',
  'key.pinned',
  'domain.shared',
  'domain.unshared',
  'webhook.enabled',
  'delivery.replayed',
  'job.resolved',
  'event.retried',
  'event.discarded',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What an entry is about: the first word of its action. */
export const auditTargets = [
  'token',
  'mailbox',
  'tenant',
  'receipt',
  'wallet',
  'session',
  'key',
  'bridge',
  'envelope',
  'domain',
  'webhook',
  'delivery',
  'job',
  'event',
] as const;
export type AuditTarget = (typeof auditTargets)[number];

/** Who did it: a principal of either level, the operator, or Mailroom by itself. */
export const auditActors = ['manager', 'mailbox', 'operator', 'system'] as const;
export type AuditActor = (typeof auditActors)[number];

/** One change of a token, a mailbox, a wallet or a tenant's standing. It never holds a token's text. */
export type AuditEntry = {
  readonly id: number;
  readonly actor: AuditActor;
  /** The id of the principal; null for the operator and the system. */
  readonly principalId: string | null;
  readonly action: AuditAction;
  readonly targetType: AuditTarget;
  readonly targetId: string;
  readonly details: object;
  /** The id of the request that did it; null if it did not come through the API. */
  readonly requestId: string | null;
  readonly createdAt: Date;
};
