import { DomainError } from '@mailroom/errors';
import { parseInstant } from '@mailroom/http';
import type { Scope, TokenRequest } from '@mailroom/identity';

/** Reads a token request from a body. @throws invalid_request if the token would be expired from the start */
export function tokenRequest(body: {
  readonly name?: string | undefined;
  readonly scopes?: Scope[] | undefined;
  readonly expiresAt?: string | undefined;
}): TokenRequest {
  const expiresAt = body.expiresAt === undefined ? undefined : parseInstant(body.expiresAt);
  if (expiresAt && !(expiresAt.getTime() > Date.now())) {
    throw new DomainError('invalid_request', 'The field "expiresAt" must lie in the future.', {
      fields: [{ field: 'expiresAt', message: 'must lie in the future' }],
    });
  }
  const scopes = body.scopes && [...new Set(body.scopes)];
  return { name: body.name, scopes, ...(expiresAt && { expiresAt }) };
}
