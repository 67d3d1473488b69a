import { READABLE_HOURS } from './lease.js';

/** SQL: the columns of a lease `l` in a mailbox of the address `address`. */
export const leaseColumns = (address: string) =>
  `l.id, l.tenant_id as "tenantId", l.agent_id as "agentId", l.mailbox_id as "mailboxId", ${address} as address, l.purpose,
   case when l.released_at is not null then 'released' when l.expires_at <= now() then 'expired' else 'active' end as status,
   l.created_at as "createdAt", l.expires_at as "expiresAt", l.released_at as "releasedAt"`;

/** SQL: when the holder is told that the lease ends: an hour before, or when a tenth of a short one is left. */
export const warnAt = (expiresAt: string) => `${expiresAt} - least(interval '1 hour', (${expiresAt} - now()) / 10)`;

/** SQL: when the mail of a lease that ends then is deleted. */
export const purgeAt = (endsAt: string) => `${endsAt} + interval '${READABLE_HOURS} hours'`;

/** SQL: an event's payload about a lease `l` in a mailbox `m`. */
export const leasePayload = `jsonb_build_object('leaseId', l.id, 'mailboxId', l.mailbox_id, 'agentId', l.agent_id,
     'address', m.address, 'expiresAt', to_char(l.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;
