import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import { auditRows, type OperatorDecision } from '@mailroom/identity';
import { uuidv7 } from '@mailroom/ids';
import { mailboxOf } from '@mailroom/mail';
import { eventRows, tellEvents } from '@mailroom/messaging';
import { jobVersion } from './operator/operator-job.repository.js';
import { creditAfter, creditChange, creditMoves } from './recipient-credit.repository.js';
import { jobStatus, worstStatus } from './outbound-status.js';

const listUnknown = statement(
  'jobs-unknown',
  `select j.id, j.email_id as "emailId", r.address, r.smtp_reply as "smtpReply", r.data_started_at as "dataStartedAt"
   from outbound_job j join outbound_recipient r on r.job_id = j.id and r.mailbox_id = j.mailbox_id
   where j.status in ('unknown', 'retry') and r.status = 'unknown' order by j.id, r.position limit 200`,
);

/**
 * $2 is the new status of the unknown recipients; the job and the email take the worst status of all their recipients.
 * $4 is the version that the operator has seen, or null for any.
 * A job that is still tried for others keeps its schedule, and gets its event when it is done with them. The recipients
 * are read under the lock, so of two operators the second finds what the first has made of them.
 */
const resolveJob = statement(
  'jobs-resolve',
  `with job as (
     select id, email_id, mailbox_id from outbound_job
     where id = $1 and mailbox_id = ${mailboxOf('outbound_job', '$1', 'null')} and status in ('unknown', 'retry') for update),
   present as (
     select r.position, r.status, r.updated_at from outbound_recipient r
       join job j on r.job_id = j.id and r.mailbox_id = j.mailbox_id for update of r),
   final as (
     select position, case when status = 'unknown' then $2 else status end as status, status = 'unknown' as changed
     from present),
   seen as (
     select id, email_id, mailbox_id from job where exists (select from final where changed)
       and ($4::text is null or $4 = (select ${jobVersion} from present))),
   recipient as (
     update outbound_recipient r set status = f.status, data_started_at = null, updated_at = now(),
       smtp_reply = 'settled by the operator', credit = ${creditAfter('f.status')}
     from final f, seen j where r.job_id = j.id and r.mailbox_id = j.mailbox_id and r.position = f.position and f.changed and r.status = 'unknown'
     returning ${creditChange}),
   ${creditMoves('recipient')},
   verdict as (
     select ${jobStatus} as status, ${worstStatus} as worst from final),
   settled as (
     update outbound_job o set status = v.status,
       next_attempt_at = case when $2 = 'retry' then now() else o.next_attempt_at end,
       attempts = case when $2 = 'retry' then 0 else o.attempts end,
       finished_at = case when v.status <> 'retry' then now() end
     from seen j, verdict v where o.id = j.id and o.mailbox_id = j.mailbox_id returning o.id),
   email as (
     update email e set status = v.worst
     from seen j, verdict v where e.id = j.email_id and e.mailbox_id = j.mailbox_id returning e.id, e.mailbox_id),
   ${eventRows(
     {
       id: '$3::uuid',
       type: `'email.' || v.status`,
       payload: `jsonb_build_object('emailId', e.id, 'mailboxId', e.mailbox_id)`,
     },
     `from email e, verdict v where v.status <> 'retry'`,
   )},
   ${tellEvents()},
   ${auditRows(
     'job.resolved',
     {
       tenantId: 'm.tenant_id',
       actor: `'operator'`,
       principalId: 'null',
       targetId: 'j.id::text',
       details: `jsonb_build_object('resolution', $2::text, 'emailId', j.email_id, 'reason', $5::text)`,
       requestId: '$6::text',
     },
     'from settled s join seen j on j.id = s.id join email e on true join mailbox m on m.id = e.mailbox_id',
   )}
   select id, pg_notify('outbox', '') is null as notified from settled`,
);

export type UnknownRecipient = {
  readonly id: number;
  readonly emailId: number;
  readonly address: string;
  readonly smtpReply: string;
  readonly dataStartedAt: Date | null;
};

export type Resolution = 'sent' | 'failed' | 'retry';

/** What a person asks and settles about jobs; the worker's own statements are elsewhere. */
@Injectable()
export class JobAdministrationRepository {
  constructor(private readonly database: Database) {}

  /** At most 200 of them, by the age of their jobs. */
  async unknown(): Promise<UnknownRecipient[]> {
    return this.database.query<UnknownRecipient>(listUnknown);
  }

  /** Returns false if there is no such job, or if its outcome is known or not what was seen. */
  async resolve(
    jobId: number,
    resolution: Resolution,
    { by, reason, expectedVersion }: OperatorDecision,
  ): Promise<boolean> {
    const values = [jobId, resolution, uuidv7(), expectedVersion ?? null, reason, by?.requestId ?? null];
    return (await this.database.query(resolveJob, values)).length > 0;
  }
}
