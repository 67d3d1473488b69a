import { randomBytes } from 'node:crypto';
import type { Principal } from '@mailroom/identity';
import { MailboxRepository, type Mailbox } from '@mailroom/mail';
import { buildMailbox, buildTenant } from '@mailroom/testing';
import type { SendRequest } from '../src/index.js';
import { base, requestOf, type Sending } from './sending-fixture.js';

export type Terms = {
  readonly billing?: 'free' | 'paid_review' | 'paid_active';
  readonly policy?: 'internal_only' | 'external_review' | 'external_enabled';
  readonly credits?: number;
};

/** A tenant that pays for itself, with a mailbox that sends. */
export async function meteredTenant(sending: Sending, terms: Terms = {}) {
  const { billing = 'free', policy = 'internal_only', credits = 0 } = terms;
  const { database, change } = sending;
  const tenantId = `tnt_${randomBytes(5).toString('hex')}`;
  const domain = `${tenantId.replace('_', '-')}.test`;
  await buildTenant(database, tenantId, domain);
  await change('metered', `update tenant set metered = true, billing_state = $2, send_policy = $3 where id = $1`, [
    tenantId,
    billing,
    policy,
  ]);
  await change('account', 'insert into credit_account (tenant_id) values ($1)', [tenantId]);
  const mailbox = await sending.part(MailboxRepository).find(await buildMailbox(database, tenantId, `agent@${domain}`));
  if (!mailbox) throw new Error('The mailbox was just made and is not there.');
  const principal: Principal = { ...base, level: 'manager', tenantId, mailboxId: null };
  const tenant = {
    tenantId,
    domain,
    mailbox: mailbox satisfies Mailbox,
    principal,
    send: (body: Omit<Partial<SendRequest>, 'requestHash'>) =>
      sending.submissions.send(principal, mailbox, requestOf(body)),
    sendTo: (...to: string[]) => sending.submissions.send(principal, mailbox, requestOf({ to })),
    grant: async (amount: number) => {
      await change(
        'grant',
        `insert into ledger_entry (tenant_id, from_account, to_account, amount, cause_type, cause_id)
         values ($1, 'granted', 'available', $2, 'grant', gen_random_uuid()::text)`,
        [tenantId, amount],
      );
    },
    /** The instants of external recipients on the free tier, as seconds ago, newest last. */
    recent: async () => {
      const [row] = await change(
        'recent',
        `select array(select round(extract(epoch from now() - t))::int from unnest(recent_external) t) as recent
         from credit_account where tenant_id = $1`,
        [tenantId],
      );
      return row?.recent as number[];
    },
    /** Sets external recipients back, as if these seconds had passed since each was accepted. */
    pass: (seconds: number) =>
      change(
        'pass',
        `update credit_account set recent_external =
           array(select t - make_interval(secs => $2) from unnest(recent_external) t order by t)
         where tenant_id = $1`,
        [tenantId, seconds],
      ),
    account: async () => {
      const [row] = await change('account-of', `select available, reserved from credit_account where tenant_id = $1`, [
        tenantId,
      ]);
      return row as { available: number; reserved: number };
    },
    /** What became of the credits of each recipient, by job and position. */
    credits: async () => {
      const rows = await change(
        'credits',
        `select r.credit from outbound_recipient r join outbound_job j on j.id = r.job_id
         where j.mailbox_id = $1 order by j.id, r.position`,
        [mailbox.id],
      );
      return rows.map(({ credit }) => credit);
    },
    /** What the sums of the ledger and the reserved recipients say; it must be what the account says. */
    sums: async () => {
      const [row] = await change(
        'sums',
        `select coalesce(sum(amount * ((to_account = 'available')::int - (from_account = 'available')::int)), 0)::int as available,
           coalesce(sum(amount * ((to_account = 'reserved')::int - (from_account = 'reserved')::int)), 0)::int as reserved,
           (select count(*)::int from outbound_recipient r join outbound_job j on j.id = r.job_id
            where j.mailbox_id = $2 and r.credit = 'reserved') as held
         from ledger_entry where tenant_id = $1`,
        [tenantId, mailbox.id],
      );
      return row as { available: number; reserved: number; held: number };
    },
  };
  if (credits > 0) await tenant.grant(credits);
  return tenant;
}

export type MeteredTenant = Awaited<ReturnType<typeof meteredTenant>>;
