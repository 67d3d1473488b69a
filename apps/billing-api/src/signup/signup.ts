import type { Scope } from '@mailroom/identity';
import { about, integer, list, object, oneOf, resource, string, type ValueOf } from '@mailroom/openapi';
import type { SignedUp } from '@mailroom/signup';

const scopes: readonly Scope[] = ['read', 'send'];

export const signupResource = resource(
  'Signup',
  object({
    tenantId: string,
    mailboxId: about(integer, 'the accountId of the agent API'),
    accountId: integer,
    address: { ...string, format: 'email' },
    accessToken: about(string, 'a bearer token of the mailbox, which is shown here and nowhere else'),
    expiresAt: about(string, 'when the token ends: rotate it before that'),
    scopes: list(oneOf(scopes)),
  }),
  {
    tenantId: 'tnt_4b1f0c9a7e5d3f2b1a09',
    mailboxId: 7,
    accountId: 7,
    address: 'quiet-otter-417@mailroom.test',
    accessToken: 'mrt_…',
    expiresAt: '2026-03-31T09:00:00.000Z',
    scopes: ['read', 'send'],
  },
);

export function signupView({ mailboxId, ...signedUp }: SignedUp): ValueOf<typeof signupResource> {
  const { tenantId, address, accessToken, expiresAt, scopes } = signedUp;
  return { tenantId, mailboxId, accountId: mailboxId, address, accessToken, expiresAt, scopes };
}
