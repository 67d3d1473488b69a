import type { Principal, Scope } from '@mailroom/identity';
import { MAILBOX_ACTIVE, type Mailbox } from '@mailroom/mail';
import { about, integer, list, nullable, object, oneOf, resource, string, word, type ValueOf } from '@mailroom/openapi';

const scopes: readonly Scope[] = ['read', 'send'];

export const hostedMailboxResource = resource(
  'HostedMailbox',
  object({
    mailboxId: about(integer, 'the accountId of the agent API'),
    accountId: integer,
    tenantId: string,
    address: { ...string, format: 'email' },
    name: string,
    status: about(word(['active', 'disabled']), 'disabled: it takes and sends nothing'),
    scopes: about(list(oneOf(scopes)), 'what the token may do'),
    tokenExpiresAt: about(nullable('string'), 'when the token ends; null if it does not'),
    createdAt: string,
  }),
  {
    mailboxId: 7,
    accountId: 7,
    tenantId: 'tnt_4b1f0c9a7e5d3f2b1a09',
    address: 'quiet-otter-417@mailroom.test',
    name: 'Research agent',
    status: 'active',
    scopes: ['read', 'send'],
    tokenExpiresAt: '2026-03-31T09:00:00.000Z',
    createdAt: '2026-03-01T09:00:00.000Z',
  },
);

type HostedMailbox = ValueOf<typeof hostedMailboxResource>;

export function hostedMailboxView(mailbox: Mailbox, { scopes, expiresAt }: Principal): HostedMailbox {
  const { id, tenantId, address, name, status, createdAt } = mailbox;
  return {
    mailboxId: id,
    accountId: id,
    tenantId,
    address,
    name,
    status: status === MAILBOX_ACTIVE ? 'active' : 'disabled',
    scopes,
    tokenExpiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
