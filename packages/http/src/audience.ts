import { DomainError } from '@mailroom/errors';
import type { Principal } from '@mailroom/identity';

/** The resource that a surface is, by the name at which tokens for it are asked for (RFC 8707). */
export class Audience {
  constructor(readonly resource: string) {}
}

/** Refuses a token that was issued for other resources alone. @throws invalid_token */
export function requireAudience({ audiences }: Principal, audience: Audience | undefined): void {
  if (audiences === undefined || (audience !== undefined && audiences.includes(audience.resource))) return;
  throw new DomainError('invalid_token', 'The token was issued for another resource.', {
    fix: 'Ask the OAuth server for a token of this resource.',
  });
}
