/** What was done: `noun.past-participle`. */
export type AuditAction = 'token.issued' | 'token.revoked' | 'mailbox.created' | 'mailbox.changed';

/** Who did it: the holder of a token, or the operator with the command. */
export type AuditActor = 'manager' | 'mailbox' | 'operator';

/** One change of a token or a mailbox. It never holds a token's text. */
export type AuditEntry = {
  readonly id: number;
  readonly actor: AuditActor;
  /** Of the actor; null for the operator. */
  readonly tokenId: number | null;
  readonly action: AuditAction;
  readonly targetType: 'token' | 'mailbox';
  readonly targetId: string;
  readonly details: object;
  /** Of the request that did it; null outside of the API. */
  readonly requestId: string | null;
  readonly createdAt: Date;
};
