/** What was done, as `noun.past-participle`. */
export type AuditAction =
  | 'token.issued'
  | 'token.revoked'
  | 'token.rotated'
  | 'mailbox.created'
  | 'mailbox.changed'
  | 'tenant.policy_changed'
  | 'tenant.credits_granted'
  | 'tenant.credits_revoked'
  | 'receipt.resolved'
  | 'wallet.created'
  | 'wallet.bound'
  | 'session.started'
  | 'session.ended';

/** Who did it: a principal of either level, the operator on the command line, or Mailroom by itself. */
export type AuditActor = 'manager' | 'mailbox' | 'operator' | 'system';

/** One change of a token, a mailbox, a wallet or a tenant's standing. It never holds a token's text. */
export type AuditEntry = {
  readonly id: number;
  readonly actor: AuditActor;
  /** The id of the principal; null for the operator and the system. */
  readonly principalId: string | null;
  readonly action: AuditAction;
  readonly targetType: 'token' | 'mailbox' | 'tenant' | 'receipt' | 'wallet' | 'session';
  readonly targetId: string;
  readonly details: object;
  /** The id of the request that did it; null if it did not come through the API. */
  readonly requestId: string | null;
  readonly createdAt: Date;
};
