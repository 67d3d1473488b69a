import { DomainError } from '@mailroom/errors';
import type { Scope } from './scope.js';

/** The caller: the holder of a token that is bound to a tenant (manager) or to one of its mailboxes. */
export type Principal = {
  readonly level: 'manager' | 'mailbox';
  readonly tokenId: number;
  readonly tenantId: string;
  /** Set only for the level `mailbox`. */
  readonly mailboxId: number | null;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  /** The id of its request, for the audit trail. */
  readonly requestId?: string;
  /** The request's position in its trace (W3C Trace Context); what the request sets off belongs to that trace. */
  readonly traceparent?: string;
};

export function requireScope(principal: Principal, scope: Scope): void {
  if (principal.scopes.includes(scope)) return;
  throw new DomainError('insufficient_scope', `This token lacks the scope "${scope}".`, {
    fix: `Use a token with the scope "${scope}".`,
  });
}

export function requireManager(principal: Principal): void {
  if (principal.level === 'manager') return;
  throw new DomainError('insufficient_scope', 'This operation needs a manager token.', {
    fix: 'Call it with a manager-level token of the tenant.',
  });
}

/** The owner of a task's lease, if the claim named none. */
export function tokenOwner(principal: Principal): string {
  return `token:${principal.tokenId}`;
}
