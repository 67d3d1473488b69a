import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { eventRows, tellEvents } from '@mailroom/messaging';
import { creditAfter, creditChange, creditMoves } from './recipient-credit.repository.js';
import { jobStatus, worstStatus } from './outbound-status.js';

const listUnknown = statement(
  'jobs-unknown',
  `select j.id, j.email_id as "emailId", r.address, r.smtp_reply as "smtpReply", r.data_started_at as "dataStartedAt"
   from outbound_job j join outbound_recipient r on r.job_id = j.id
   where j.status in ('unknown', 'retry') and r.status = 'unknown' order by j.id, r.position limit 200`,
);

/**
 * $2 is the new status of the unknown recipients; the job and the email take the worst status of all their recipients.
 * A job that is still tried for others keeps its schedule, and gets its event when it is done with them.
 */
const resolveJob = statement(
  'jobs-resolve',
  `with job as (
     select id, email_id from outbound_job
     where id = $1 and status in ('unknown', 'retry')
       and exists (select from outbound_recipient where job_id = $1 and status = 'unknown') for update),
   final as (
     select r.position, case when r.status = 'unknown' then $2 else r.status end as status, r.status = 'unknown' as changed
     from outbound_recipient r join job j on r.job_id = j.id),
   recipient as (
     update outbound_recipient r set status = f.status, data_started_at = null, updated_at = now(),
       smtp_reply = 'settled by the operator', credit = ${creditAfter('f.status')}
     from final f, job j where r.job_id = j.id and r.position = f.position and f.changed and r.status = 'unknown'
     returning ${creditChange}),
   ${creditMoves('recipient')},
   verdict as (
     select ${jobStatus} as status, ${worstStatus} as worst from final),
   settled as (
     update outbound_job o set status = v.status,
       next_attempt_at = case when $2 = 'retry' then now() else o.next_attempt_at end,
       attempts = case when $2 = 'retry' then 0 else o.attempts end,
       finished_at = case when v.status <> 'retry' then now() end
     from job j, verdict v where o.id = j.id returning o.id),
   email as (
     update email e set status = v.worst
     from job j, verdict v where e.id = j.email_id returning e.id, e.mailbox_id),
   ${eventRows(
     {
       id: '$3::uuid',
       type: `'email.' || v.status`,
       payload: `jsonb_build_object('emailId', e.id, 'mailboxId', e.mailbox_id)`,
     },
     `from email e, verdict v where v.status <> 'retry'`,
   )},
   ${tellEvents()}
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

  /** Returns false if there is no such job or its outcome is known. */
  async resolve(jobId: number, resolution: Resolution): Promise<boolean> {
    return (await this.database.query(resolveJob, [jobId, resolution, uuidv7()])).length > 0;
  }
}
