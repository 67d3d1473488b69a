import { DomainError } from '@mailroom/errors';
import type { BridgeProof } from './bridge-proof.js';
import type { Scope } from './scope.js';

/** Whoever is signed in, with whatever kind of credential, bound to a tenant (manager) or to one of its mailboxes. */
export type Principal = {
  /** The kind of its credential and the credential's own id: `token:12`. */
  readonly id: string;
  readonly level: 'manager' | 'mailbox';
  readonly tenantId: string;
  /** Set only for the level `mailbox`. */
  readonly mailboxId: number | null;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  /** The agent that signed in with its wallet. */
  readonly agentId?: string;
  /** The only resources at which it may call (RFC 8707), as absolute URLs; it may call at all of them without. */
  readonly audiences?: readonly string[];
  /** What its request brought of a local bridge, good or bad: whoever releases something to bridges checks it. */
  readonly bridge?: BridgeProof;
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

/** The id of the principal that holds a token. */
export function principalOfToken(tokenId: number): string {
  return `token:${tokenId}`;
}

/** The token that the principal of this id holds; null if it signed in with something else. */
export function tokenIdOf(principalId: string): number | null {
  const [, digits] = /^token:(\d+)$/.exec(principalId) ?? [];
  return digits === undefined ? null : Number(digits);
}
