import { DomainError } from '@mailroom/errors';
import { tokenIdOf, type Principal } from './principal.js';
import type { Rotating } from './token.repository.js';

/** A hosted token lives this long; its holder rotates it before that. */
export const HOSTED_TOKEN_DAYS = 30;
/** A token that was rotated works for this much longer. */
export const ROTATED_TOKEN_HOURS = 24;
const DAY_MS = 86_400_000;

/** What a rotation saw when it began. */
export type BegunRotation = Pick<Rotating, 'successorId'>;

/** The token and mailbox of a principal that may rotate. @throws insufficient_scope */
export function requireRotatable(principal: Principal): { tokenId: number; mailboxId: number } {
  const { mailboxId } = principal;
  const tokenId = tokenIdOf(principal.id);
  if (tokenId !== null && mailboxId !== null) return { tokenId, mailboxId };
  throw new DomainError('insufficient_scope', 'Only the token of a mailbox can be rotated.', {
    fix: 'Call it with a mailbox token; whoever issued another credential issues the next one.',
  });
}

/**
 * A token is rotated once. While nobody has used its successor, its owner may not have received that one, and may ask for
 * another. @throws token_revoked, token_rotated
 */
export function requireNotSucceeded(token: Rotating | null): Rotating {
  if (!token || token.revokedAt) throw new DomainError('token_revoked', 'The token was revoked.');
  if (!token.successorUsed) return token;
  throw new DomainError('token_rotated', 'The token was rotated, and its successor is in use.', {
    fix: 'Use the successor; it can be rotated.',
  });
}

/**
 * One of those who rotate a token at the same time gets a successor, and the others would end it before its owner has used
 * it. @throws token_rotated
 */
export function requireNotOvertaken(token: Rotating, begun: BegunRotation): void {
  if (token.successorId === begun.successorId) return;
  throw new DomainError('token_rotated', 'Another call rotated the token at the same time.', {
    fix: 'Use the token which that call got. If its answer was lost, rotate this one again.',
  });
}

/** When the successor of a token ends: only a hosted one lives longer than its predecessor would have. */
export function successorExpiry({ hosted, expiresAt }: Rotating): Date {
  const fresh = new Date(Date.now() + HOSTED_TOKEN_DAYS * DAY_MS);
  return hosted || expiresAt === null || expiresAt > fresh ? fresh : expiresAt;
}
