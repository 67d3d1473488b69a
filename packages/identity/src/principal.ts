import { DomainError } from '@mailroom/errors';
import type { Scope } from './scope.js';

/** Who calls: the holder of a token, bound to a tenant (manager) or to one of its mailboxes. */
export type Principal = {
  readonly level: 'manager' | 'mailbox';
  readonly tokenId: number;
  readonly tenantId: string;
  /** Set for the level `mailbox` only. */
  readonly mailboxId: number | null;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  /** Of the request that it makes, for the audit trail. */
  readonly requestId?: string;
  /** Of that request (W3C Trace Context): what it sets off belongs to its trace. */
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

/** The owner of a task's lease that was claimed without one. */
export function tokenOwner(principal: Principal): string {
  return `token:${principal.tokenId}`;
}
