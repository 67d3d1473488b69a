/** What was done, as `noun.past-participle`. */
export type AuditAction = 'token.issued' | 'token.revoked' | 'mailbox.created' | 'mailbox.changed';

/** Who did it: a principal of either level, or the operator on the command line. */
export type AuditActor = 'manager' | 'mailbox' | 'operator';

/** One change of a token or a mailbox. It never holds a token's text. */
export type AuditEntry = {
  readonly id: number;
  readonly actor: AuditActor;
  /** The id of the principal; null for the operator. */
  readonly principalId: string | null;
  readonly action: AuditAction;
  readonly targetType: 'token' | 'mailbox';
  readonly targetId: string;
  readonly details: object;
  /** The id of the request that did it; null if it did not come through the API. */
  readonly requestId: string | null;
  readonly createdAt: Date;
};
