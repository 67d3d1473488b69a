import type { OperatorMailbox } from '@mailroom/mail';
import { about, boolean, integer, nullable, object, resource, string, word, type ValueOf } from '@mailroom/openapi';

export const mailboxResource = resource(
  'Mailbox',
  object({
    accountId: integer,
    tenantId: string,
    address: string,
    domain: string,
    name: string,
    status: about(word(['active', 'disabled', 'lease_ended']), 'only an active one takes and sends mail'),
    allReceive: about(boolean, 'whether it takes the mail of its domain that nobody else takes'),
    leasedUntil: about(nullable('string'), 'null for one that is there to stay'),
    latestEmailAt: about(nullable('string'), 'when its newest mail came'),
    createdAt: string,
  }),
  {
    accountId: 7,
    tenantId: 'tnt_4b1f0c9a7e5d3f2b1a09',
    address: 'news@quillbyte.example',
    domain: 'quillbyte.example',
    name: 'News',
    status: 'active',
    allReceive: false,
    leasedUntil: null,
    latestEmailAt: '2026-03-01T13:58:00.000Z',
    createdAt: '2026-02-18T09:00:00.000Z',
  },
);

export function mailboxView(mailbox: OperatorMailbox): ValueOf<typeof mailboxResource> {
  const { id, tenantId, address, domain, name, allReceive, leasedUntil, latestEmailAt, createdAt } = mailbox;
  return {
    accountId: id,
    tenantId,
    address,
    domain,
    name,
    status: mailbox.disabled ? 'disabled' : mailbox.status === 0 ? 'active' : 'lease_ended',
    allReceive,
    leasedUntil: leasedUntil?.toISOString() ?? null,
    latestEmailAt: latestEmailAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
