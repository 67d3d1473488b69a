import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import { mailboxOf, type EmailPlace } from '@mailroom/mail';
import type { JobStatus, RecipientStatus } from './outbound-status.js';

const columns = `j.id, j.email_id as "emailId", j.mailbox_id as "mailboxId", j.status, j.attempts,
  j.created_at as "createdAt", j.finished_at as "finishedAt",
  case when j.status in ('queued', 'retry') then j.next_attempt_at end as "nextAttemptAt",
  coalesce((select json_agg(json_build_object('address', r.address, 'status', r.status, 'smtpReply', r.smtp_reply)
    order by r.position) from outbound_recipient r where r.job_id = j.id and r.mailbox_id = j.mailbox_id), '[]') as recipients`;

const find = statement(
  'job-status',
  `select ${columns} from outbound_job j where j.id = $1 and j.mailbox_id = ${mailboxOf('outbound_job', '$1', '$2')}`,
);
const findOfEmail = statement(
  'job-status-of-email',
  `select ${columns} from outbound_job j where j.email_id = $1 and j.mailbox_id = $2`,
);

/** An outbound job as whoever submitted it sees it. */
export type OutboundJob = {
  readonly id: number;
  readonly emailId: number;
  readonly mailboxId: number;
  readonly status: JobStatus;
  readonly attempts: number;
  readonly createdAt: Date;
  /** Null until it needs no more attempt. */
  readonly finishedAt: Date | null;
  /** Null while an attempt is made, and at the end. */
  readonly nextAttemptAt: Date | null;
  readonly recipients: readonly {
    readonly address: string;
    readonly status: RecipientStatus;
    readonly smtpReply: string;
  }[];
};

@Injectable()
export class JobStatusRepository {
  constructor(private readonly database: Database) {}

  /** Returns a job, of one mailbox or, if that is null, whoever owns it: the caller checks. */
  async find(id: number, mailboxId: number | null): Promise<OutboundJob | null> {
    const [job] = await this.database.query<OutboundJob>(find, [id, mailboxId]);
    return job ?? null;
  }

  /** The job of a sent email. */
  async findOfEmail({ id, mailboxId }: EmailPlace): Promise<OutboundJob | null> {
    const [job] = await this.database.query<OutboundJob>(findOfEmail, [id, mailboxId]);
    return job ?? null;
  }
}
