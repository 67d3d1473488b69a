import type { AllocatedLease, Lease } from '@mailroom/leases';
import { about, integer, nullable, object, resource, string, word, type ValueOf } from '@mailroom/openapi';

const fields = {
  lease_id: string,
  mailbox_id: integer,
  account_id: about(integer, 'the accountId of the agent API; the same as mailbox_id'),
  agent_id: string,
  address: { ...string, format: 'email' },
  purpose: string,
  lease_status: about(word(['active', 'released', 'expired']), 'mail of one that has ended is readable for 24 hours'),
  created_at: string,
  expires_at: string,
  released_at: nullable('string'),
};

const example = {
  lease_id: 'lse_0193f1c27a107c4e9a512f1d3b5c7e90',
  mailbox_id: 7,
  account_id: 7,
  agent_id: 'agt_6f2b1c0d9e8a7b5c4d3e',
  address: 'quiet-otter-417@mailroom.test',
  purpose: 'sign up at shop.example',
  lease_status: 'active' as const,
  created_at: '2026-03-01T09:00:00.000Z',
  expires_at: '2026-03-02T09:00:00.000Z',
  released_at: null,
};

export const leaseResource = resource('MailboxLease', object(fields), example);

const login = {
  webmail_login: { ...string, format: 'email' },
  webmail_password: about(string, 'shown only now; sends need it'),
  webmail_url: { ...string, format: 'uri' },
};
const loginExample = {
  webmail_login: 'quiet-otter-417@mailroom.test',
  webmail_password: 'k7Vd2mQx9TzR4bWnH8sYpL3c',
  webmail_url: 'http://localhost:8080/webmail/',
};

export const allocatedLeaseResource = resource('AllocatedMailboxLease', object({ ...fields, ...login }), {
  ...example,
  ...loginExample,
});

export const releasedLeaseResource = resource(
  'ReleasedMailboxLease',
  object({
    lease_id: string,
    lease_status: about(word(['active', 'released', 'expired']), 'expired: its time was over before'),
    released_at: nullable('string'),
  }),
  { lease_id: example.lease_id, lease_status: 'released', released_at: '2026-03-01T09:10:00.000Z' },
);

export const credentialsResource = resource('MailboxCredentials', object({ account_id: integer, ...login }), {
  account_id: 7,
  ...loginExample,
});

export function leaseView(lease: Lease): ValueOf<typeof leaseResource> {
  const { id, mailboxId, agentId, address, purpose, status, createdAt, expiresAt, releasedAt } = lease;
  return {
    lease_id: id,
    mailbox_id: mailboxId,
    account_id: mailboxId,
    agent_id: agentId,
    address,
    purpose,
    lease_status: status,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    released_at: releasedAt?.toISOString() ?? null,
  };
}

export function allocatedLeaseView(lease: AllocatedLease, baseUrl: string): ValueOf<typeof allocatedLeaseResource> {
  return { ...leaseView(lease), ...loginView(lease.address, lease.password, baseUrl) };
}

export function releasedLeaseView({ id, status, releasedAt }: Lease): ValueOf<typeof releasedLeaseResource> {
  return { lease_id: id, lease_status: status, released_at: releasedAt?.toISOString() ?? null };
}

export function credentialsView(
  mailbox: { readonly id: number; readonly address: string },
  password: string,
  baseUrl: string,
): ValueOf<typeof credentialsResource> {
  return { account_id: mailbox.id, ...loginView(mailbox.address, password, baseUrl) };
}

function loginView(address: string, password: string, baseUrl: string) {
  return { webmail_login: address, webmail_password: password, webmail_url: `${baseUrl}/webmail/` };
}
