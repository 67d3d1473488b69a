import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, statement, uuidv7 } from '@mailroom/database';
import { worstComplaint, worstStatus, type RecipientOutcome } from './outbound-status.js';

export type OutboundJob = {
  readonly id: number;
  readonly emailId: number;
  readonly mailboxId: number;
  readonly rawId: string;
  readonly envelopeSender: string;
  /** Attempts that were begun, this one included. */
  readonly attempts: number;
  readonly leaseToken: string;
  /** Those that still have no final outcome. */
  readonly recipients: readonly { readonly position: number; readonly address: string }[];
};

const LEASE_SECONDS = 900;

/**
 * Takes due jobs. One whose worker was lost is due again when its lease ends: its recipients whose data had begun are
 * `unknown` from then on and never sent to again, the others are tried again.
 */
const claimJobs = statement(
  'outbound-claim',
  `with due as (
     select id from (
       (select id, next_attempt_at as due_at from outbound_job
        where status in ('queued', 'retry') and next_attempt_at <= now() order by next_attempt_at limit $1)
       union all
       (select id, lease_expires_at from outbound_job where status = 'sending' and lease_expires_at <= now() limit $1)) d
     limit $1),
   locked as (
     select j.id from outbound_job j where j.id in (select id from due)
       and (j.status in ('queued', 'retry') or j.lease_expires_at <= now()) for update skip locked),
   lost as (
     update outbound_recipient r set status = 'unknown', updated_at = now(),
       smtp_reply = 'The sender was interrupted after the data had begun.'
     from locked l where r.job_id = l.id and r.status in ('queued', 'retry') and r.data_started_at is not null
     returning r.job_id, r.position)
   update outbound_job j set status = 'sending', attempts = attempts + 1, lease_token = $2,
     lease_expires_at = now() + make_interval(secs => ${LEASE_SECONDS})
   from locked l, email e
   where j.id = l.id and e.id = j.email_id
   returning j.id, j.email_id as "emailId", j.mailbox_id as "mailboxId", e.raw_id as "rawId",
     j.envelope_sender as "envelopeSender", j.attempts, j.lease_token as "leaseToken",
     coalesce((select json_agg(json_build_object('position', r.position, 'address', r.address) order by r.position)
       from outbound_recipient r where r.job_id = j.id and r.status in ('queued', 'retry') and r.data_started_at is null),
       '[]') as recipients`,
);

/** Committed before the final dot, and only while the lease is still ours. */
const markDataStarted = statement(
  'outbound-data-started',
  `update outbound_recipient r set data_started_at = now() from outbound_job j
   where j.id = r.job_id and j.id = $1 and j.lease_token = $2 and r.position = any ($3::int[]) returning r.position`,
);

/**
 * Records what became of an attempt, while the lease is ours: recipients, then the job and the email by the worst of
 * them once none is left to try, the addresses that are refused for good, and the event when the job is done. $4 seconds until the next attempt; null when there is none.
 */
const recordOutcomes = statement(
  'outbound-record',
  `with outcome as (
     select * from json_to_recordset($3::json) as o (position int, status text, "smtpReply" text, suppress text, "enhancedStatus" text)),
   job as (
     select id, email_id, mailbox_id from outbound_job where id = $1 and lease_token = $2 and status = 'sending' for update),
   final as (
     select r.position, r.address,
       case when o.status = 'retry' and $4::float8 is null then 'failed' else coalesce(o.status, r.status) end as status,
       coalesce(o."smtpReply", r.smtp_reply) as smtp_reply, o.status is not null as changed
     from outbound_recipient r join job j on r.job_id = j.id left join outcome o on o.position = r.position),
   recipient as (
     update outbound_recipient r set status = f.status, smtp_reply = f.smtp_reply, updated_at = now(),
       data_started_at = case when f.status = 'retry' then null else r.data_started_at end
     from final f, job j where r.job_id = j.id and r.position = f.position and f.changed),
   verdict as (
     select case
       when bool_or(status in ('retry', 'queued')) then 'retry'
       when bool_or(status = 'unknown') then 'unknown'
       when bool_or(status = 'failed') then 'failed' else 'sent' end as status,
       bool_and(status = 'delivered') as delivered, bool_or(status = 'captured') as captured,
       ${worstStatus} as worst, ${worstComplaint} as complaint,
       (array_agg(smtp_reply order by position) filter (where status = 'sent'))[1] as reply
     from final),
   settled as (
     update outbound_job o set status = v.status, lease_token = null, lease_expires_at = null,
       next_attempt_at = case when v.status = 'retry' then now() + make_interval(secs => $4::float8) else o.next_attempt_at end,
       finished_at = case when v.status <> 'retry' then now() end
     from job j, verdict v where o.id = j.id returning o.id),
   email as (
     update email e set
       status = v.worst, captured = v.captured, error_message = coalesce(v.complaint, ''),
       provider_message_id = coalesce(substring(v.reply from '(?i)(?:queued as|id=|ok:? queued as)\\s*<?([A-Za-z0-9._-]+)'), '')
     from job j, verdict v where e.id = j.email_id returning e.id, e.mailbox_id),
   suppressed as (
     insert into suppression (tenant_id, address, reason, mailbox_id, source_email_id, smtp_status)
     select m.tenant_id, o.suppress, 'bounce', j.mailbox_id, j.email_id, o."enhancedStatus"
     from outcome o, job j join mailbox m on m.id = j.mailbox_id where o.suppress is not null
     order by o.suppress on conflict do nothing),
   event as (
     insert into outbox_event (id, type, payload)
     select $5::uuid, case when v.status = 'failed' then 'email.failed' when v.delivered then 'email.delivered' else 'email.sent' end,
       jsonb_build_object('emailId', e.id, 'mailboxId', e.mailbox_id)
     from email e, verdict v where v.status in ('sent', 'failed') returning id, type, payload),
   told as (
     insert into feed_event (id, mailbox_id, type, email_id)
     select id, (payload ->> 'mailboxId')::int, type, (payload ->> 'emailId')::bigint from event
     returning pg_notify('feed', ''))
   select s.id, pg_notify('outbox', '') is null as notified from settled s`,
);

/**
 * Delivers inside: one received email with its task per mailbox, together with the recipients' outcome, so that a
 * recipient whose outcome is there is never delivered to again.
 */
const deliverInside = statement(
  'outbound-deliver-inside',
  `with job as (
     select j.id, e.raw_id from outbound_job j join email e on e.id = j.email_id
     where j.id = $1 and j.lease_token = $2 for update of j),
   target as (
     select distinct on ("mailboxId") * from json_to_recordset($3::json) as t (position int, "mailboxId" int, address text)),
   recipient as (
     update outbound_recipient r set status = 'delivered', smtp_reply = '250 2.1.5 Delivered', updated_at = now()
     from job j where r.job_id = j.id and r.status in ('queued', 'retry')
       and r.position in (select position from json_to_recordset($3::json) as t (position int))
     returning r.position),
   email as (
     insert into email (mailbox_id, direction, status, unread, raw_id, recipient)
     select t."mailboxId", 0, 'received', true, j.raw_id, t.address
     from target t join recipient r on r.position = t.position, job j
     returning id, mailbox_id, raw_id),
   task as (
     insert into email_task (email_id, mailbox_id, seq) select id, mailbox_id, id from email),
   event as (
     insert into outbox_event (id, type, payload)
     select $4::uuid, 'email.accepted', jsonb_build_object('rawId', raw_id, 'emailIds', jsonb_agg(id)) from email group by raw_id
     returning 1)
   select pg_notify('outbox', '') where exists (select from event)`,
);

/** Idempotency keys are in force for 24 hours. */
const trimKeys = statement(
  'outbound-trim-keys',
  `delete from idempotency_key where (mailbox_id, key) in (
     select mailbox_id, key from idempotency_key where created_at < now() - interval '24 hours' order by created_at
     limit $1 for update skip locked) returning 1`,
);

@Injectable()
export class OutboundJobRepository {
  constructor(private readonly database: Database) {}

  async claim(limit: number): Promise<OutboundJob[]> {
    return this.database.query<OutboundJob>(claimJobs, [limit, randomUUID()]);
  }

  /** @throws when the lease is not ours any more: then nothing may be sent */
  async markDataStarted(job: OutboundJob, positions: readonly number[]): Promise<void> {
    const rows = await this.database.query(markDataStarted, [job.id, job.leaseToken, positions]);
    if (rows.length !== positions.length) throw new Error(`The lease on outbound job ${job.id} was lost.`);
  }

  /** Nothing happens when the lease is not ours any more: whoever took the job has judged it. */
  async record(job: OutboundJob, outcomes: readonly RecipientOutcome[], retrySeconds: number | null): Promise<void> {
    const values = [job.id, job.leaseToken, JSON.stringify(outcomes), retrySeconds, uuidv7()];
    await this.database.query(recordOutcomes, values);
  }

  async deliverInside(
    job: OutboundJob,
    targets: readonly { readonly position: number; readonly mailboxId: number; readonly address: string }[],
  ): Promise<void> {
    await this.database.query(deliverInside, [job.id, job.leaseToken, JSON.stringify(targets), uuidv7()]);
  }

  /** Deletes idempotency keys that are not in force any more; returns how many of at most `limit`. */
  async trimKeys(limit: number): Promise<number> {
    return (await this.database.query(trimKeys, [limit])).length;
  }
}
