import type { RotatedToken, Scope } from '@mailroom/identity';
import { about, list, nullable, object, oneOf, resource, string, word, type ValueOf } from '@mailroom/openapi';
import { tokenDeliveries, type TokenDelivery } from './rotate-token.dto.js';

const scopes: readonly Scope[] = ['read', 'send'];

export const rotatedTokenResource = resource(
  'RotatedToken',
  object(
    {
      expiresAt: nullable('string'),
      scopes: list(oneOf(scopes)),
      delivery: word(tokenDeliveries),
      oldTokenValidUntil: about(string, 'when the token that was rotated ends'),
    },
    { token: about(string, 'the new token, unless it is delivered to the mailbox only') },
  ),
  {
    token: 'mrt_…',
    expiresAt: '2026-03-31T09:00:00.000Z',
    scopes: ['read', 'send'],
    delivery: 'inline',
    oldTokenValidUntil: '2026-03-02T09:00:00.000Z',
  },
);

export function rotatedTokenView(token: RotatedToken, delivery: TokenDelivery): ValueOf<typeof rotatedTokenResource> {
  return {
    ...(delivery !== 'self_mailbox' && { token: token.text }),
    expiresAt: token.expiresAt?.toISOString() ?? null,
    scopes: token.scopes,
    delivery,
    oldTokenValidUntil: token.oldTokenValidUntil.toISOString(),
  };
}
