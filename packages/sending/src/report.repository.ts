import { Injectable } from '@nestjs/common';
import { statement, type Tx } from '@mailroom/database';
import { creditAfter, creditChange, creditMoves } from './recipient-credit.repository.js';
import { jobStatus, worstComplaint, worstStatus, type JobStatus } from './outbound-status.js';
import type { JobRecipient, RecipientChange } from './report-matching.js';

export type ReportedJob = {
  readonly id: number;
  readonly emailId: number;
  readonly mailboxId: number;
  readonly status: JobStatus;
  /** The recipient whose return path it is; null if only the message is known. */
  readonly position: number | null;
};

type JobRow = { id: bigint; emailId: bigint; mailboxId: number; status: JobStatus; position?: number };

const columns = `j.id, j.email_id as "emailId", j.mailbox_id as "mailboxId", j.status`;

const byReturnPath = statement(
  'report-by-return-path',
  `select ${columns}, r.position
   from outbound_recipient r join outbound_job j on j.id = r.job_id and j.mailbox_id = r.mailbox_id
   where r.return_path = $1 for update of j`,
);

/** This finds jobs created before recipients had their own return paths. */
const byOwnReturnPath = statement(
  'report-by-return-path-of-job',
  `select ${columns} from outbound_job j
   where j.envelope_sender = $1 and j.envelope_sender like 'bounce+%' for update of j`,
);

const byMessageId = statement(
  'report-by-message-id',
  `select ${columns} from email e join outbound_job j on j.email_id = e.id and j.mailbox_id = $1::int
   where e.mailbox_id = $1::int and e.message_id = $2 and e.message_id <> '' and e.direction = 1 for update of j`,
);

const reportable = statement(
  'report-recipients',
  `select position, address, status from outbound_recipient
   where job_id = $1 and mailbox_id = $3::int and ($2::int is null or position = $2::int) limit 2`,
);

const change = statement(
  'report-change',
  `with recipient as (
    update outbound_recipient r set status = $3, smtp_reply = $4, updated_at = now(), credit = ${creditAfter('$3')}
    where job_id = $1 and mailbox_id = $5::int and position = $2 returning ${creditChange}),
  ${creditMoves('recipient')}
  select count(*) from recipient`,
);

/**
 * The email takes the status of its worst recipient; a job with an unknown outcome follows once a report has told it.
 */
const settle = statement(
  'report-settle',
  `with verdict as (
    select ${worstStatus} as worst, ${worstComplaint} as complaint, ${jobStatus} as status
    from outbound_recipient where job_id = $1 and mailbox_id = $3::int),
  job as (
    update outbound_job j set status = v.status
    from verdict v where j.id = $1 and j.mailbox_id = $3::int and j.status = 'unknown' and v.status in ('sent', 'failed'))
  update email e set status = v.worst, error_message = coalesce(v.complaint, '') from verdict v
  where e.id = $2 and e.mailbox_id = $3::int returning e.status`,
);

/** Finds and changes jobs for reports, always under the lock of the job's row. */
@Injectable()
export class ReportRepository {
  async lockByReturnPath(tx: Tx, returnPath: string): Promise<ReportedJob | null> {
    const job = jobOf(await tx.$queryRawUnsafe<JobRow[]>(byReturnPath.text, returnPath));
    return job ?? jobOf(await tx.$queryRawUnsafe<JobRow[]>(byOwnReturnPath.text, returnPath));
  }

  async lockByMessageId(tx: Tx, mailboxId: number, messageId: string): Promise<ReportedJob | null> {
    return jobOf(await tx.$queryRawUnsafe<JobRow[]>(byMessageId.text, mailboxId, messageId));
  }

  /** Returns the recipient that a report may concern: the one whose return path it knows, or the only one. */
  async reportable(tx: Tx, { id, mailboxId, position }: ReportedJob): Promise<JobRecipient | null> {
    const recipients = await tx.$queryRawUnsafe<JobRecipient[]>(reportable.text, id, position, mailboxId);
    return recipients.length === 1 ? (recipients[0] ?? null) : null;
  }

  /** Returns the new status of the email. */
  async record(tx: Tx, job: ReportedJob, { position, status, smtpReply }: RecipientChange): Promise<string> {
    await tx.$executeRawUnsafe(change.text, job.id, position, status, smtpReply, job.mailboxId);
    const [email] = await tx.$queryRawUnsafe<{ status: string }[]>(settle.text, job.id, job.emailId, job.mailboxId);
    return email?.status ?? '';
  }
}

function jobOf([row]: readonly JobRow[]): ReportedJob | null {
  return row ? { ...row, id: Number(row.id), emailId: Number(row.emailId), position: row.position ?? null } : null;
}
