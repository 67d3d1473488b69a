import { Injectable } from '@nestjs/common';
import type { Tx } from '@mailroom/database';
import { worstComplaint, worstStatus, type JobStatus } from './outbound-status.js';
import type { JobRecipient, RecipientChange } from './report-matching.js';

export type ReportedJob = {
  readonly id: number;
  readonly emailId: number;
  readonly mailboxId: number;
  readonly status: JobStatus;
};

type JobRow = { id: bigint; emailId: bigint; mailboxId: number; status: JobStatus };

const columns = `j.id, j.email_id as "emailId", j.mailbox_id as "mailboxId", j.status`;

const byReturnPath = `select ${columns} from outbound_job j
  where j.envelope_sender = $1 and j.envelope_sender like 'bounce+%' for update of j`;

const byMessageId = `select ${columns} from email e join outbound_job j on j.email_id = e.id
  where e.mailbox_id = $1 and e.message_id = $2 and e.message_id <> '' and e.direction = 1 for update of j`;

const change = `update outbound_recipient r set status = c.status, smtp_reply = c."smtpReply", updated_at = now()
  from json_to_recordset($2::json) as c (position int, status text, "smtpReply" text)
  where r.job_id = $1 and r.position = c.position`;

/** The email by the worst of its recipients; a job whose outcome nobody knew follows when a report has told it. */
const settle = `with verdict as (
    select ${worstStatus} as worst, ${worstComplaint} as complaint,
      bool_or(status in ('queued', 'retry', 'unknown')) as open, bool_or(status = 'failed') as failed
    from outbound_recipient where job_id = $1),
  job as (
    update outbound_job j set status = case when v.failed then 'failed' else 'sent' end
    from verdict v where j.id = $1 and j.status = 'unknown' and not v.open)
  update email e set status = v.worst, error_message = coalesce(v.complaint, '') from verdict v
  where e.id = $2 returning e.status`;

/** Jobs as reports find and change them, always under the lock of the job's row. */
@Injectable()
export class ReportRepository {
  async lockByReturnPath(tx: Tx, returnPath: string): Promise<ReportedJob | null> {
    return jobOf(await tx.$queryRawUnsafe<JobRow[]>(byReturnPath, returnPath));
  }

  async lockByMessageId(tx: Tx, mailboxId: number, messageId: string): Promise<ReportedJob | null> {
    return jobOf(await tx.$queryRawUnsafe<JobRow[]>(byMessageId, mailboxId, messageId));
  }

  async recipients(tx: Tx, jobId: number): Promise<JobRecipient[]> {
    return tx.$queryRawUnsafe<JobRecipient[]>(
      `select position, address, status from outbound_recipient where job_id = $1 order by position`,
      jobId,
    );
  }

  /** Returns the status that the email has from now on. */
  async record(tx: Tx, job: ReportedJob, changes: readonly RecipientChange[]): Promise<string> {
    await tx.$executeRawUnsafe(change, job.id, JSON.stringify(changes));
    const [email] = await tx.$queryRawUnsafe<{ status: string }[]>(settle, job.id, job.emailId);
    return email?.status ?? '';
  }
}

function jobOf([row]: readonly JobRow[]): ReportedJob | null {
  return row ? { ...row, id: Number(row.id), emailId: Number(row.emailId) } : null;
}
