import { DomainError } from '@mailroom/errors';
import type { Scope, TokenRequest } from '@mailroom/identity';

/** A token request from a body. @throws invalid_request when it would be born expired */
export function tokenRequest(body: {
  readonly name?: string | undefined;
  readonly scopes?: Scope[] | undefined;
  readonly expiresAt?: string | undefined;
}): TokenRequest {
  const expiresAt = body.expiresAt === undefined ? undefined : new Date(body.expiresAt);
  if (expiresAt && !(expiresAt.getTime() > Date.now())) {
    throw new DomainError('invalid_request', 'The field "expiresAt" must lie in the future.', {
      fields: [{ field: 'expiresAt', message: 'must lie in the future' }],
    });
  }
  const scopes = body.scopes && [...new Set(body.scopes)];
  return { name: body.name, scopes, ...(expiresAt && { expiresAt }) };
}
