import { Injectable } from '@nestjs/common';
import { Database, statement, type Statement } from '@mailroom/database';
import { mailboxOf } from '@mailroom/mail';
import type { JobStatus, RecipientStatus } from '../outbound-status.js';

/** An outbound job as the operator sees it. */
export type OperatorJob = {
  readonly id: number;
  readonly emailId: number;
  readonly mailboxId: number;
  readonly tenantId: string;
  /** The mailbox that sends. */
  readonly address: string;
  readonly subject: string;
  readonly messageId: string;
  readonly status: JobStatus;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  /** Null while an attempt is made, at the end, and while the job is held because its tenant is suspended. */
  readonly nextAttemptAt: Date | null;
  readonly held: boolean;
  /** Another one with each change of a recipient. */
  readonly version: string;
  readonly recipients: readonly {
    readonly address: string;
    readonly status: RecipientStatus;
    /** The last words on the line. */
    readonly smtpReply: string;
    /** When the message was handed over, in ISO 8601, if that has begun. */
    readonly dataStartedAt: string | null;
    readonly updatedAt: string;
  }[];
};

/** `needs_person`: nobody knows whether a recipient got it, and only a person can say what is to happen. */
export const jobFilters = ['needs_person', 'failed', 'retry', 'all'] as const;
export type JobFilter = (typeof jobFilters)[number];

type Page = { readonly cursor: number | undefined; readonly limit: number };

/** The most that is counted for an overview, and that a page looks at for one tenant. */
const MAX_WAITING = 1_000;
const LOOKED_AT = 5_000;

/** SQL: an aggregate over recipients that tells what a person has seen of them. */
export const jobVersion = `(extract(epoch from max(updated_at)) * 1000000)::bigint::text`;

const columns = `j.id, j.email_id as "emailId", j.mailbox_id as "mailboxId", m.tenant_id as "tenantId", m.address,
  coalesce(e.subject, '') as subject, coalesce(e.message_id, '') as "messageId", j.status, j.attempts,
  j.created_at as "createdAt", j.finished_at as "finishedAt",
  case when j.status in ('queued', 'retry') and j.next_attempt_at <> 'infinity' then j.next_attempt_at end as "nextAttemptAt",
  j.status in ('queued', 'retry') and j.next_attempt_at = 'infinity' as held,
  (select ${jobVersion} from outbound_recipient where job_id = j.id and mailbox_id = j.mailbox_id) as version,
  coalesce((select json_agg(json_build_object('address', r.address, 'status', r.status, 'smtpReply', r.smtp_reply,
      'dataStartedAt', r.data_started_at, 'updatedAt', r.updated_at) order by r.position)
    from (
      select * from outbound_recipient r where r.job_id = j.id and r.mailbox_id = j.mailbox_id order by r.position limit 100) r), '[]') as recipients`;
const joined = `join mailbox m on m.id = j.mailbox_id left join email e on e.id = j.email_id and e.mailbox_id = j.mailbox_id`;

type Range = { readonly walk: string; readonly match?: string };
/** Two ranges of jobs may hold unknown recipients: those that are done, and those that are still tried for others. */
const ranges: Readonly<Record<JobFilter, readonly Range[]>> = {
  needs_person: [
    { walk: `j.status = 'unknown'` },
    {
      walk: `j.status = 'retry'`,
      match: `exists (select from outbound_recipient r where r.job_id = l.id and r.mailbox_id = l.mailbox_id and r.status = 'unknown')`,
    },
  ],
  failed: [{ walk: `j.status = 'failed'` }],
  retry: [{ walk: `j.status = 'retry'` }],
  all: [{ walk: 'true' }],
};

const looked = ({ walk }: Range) =>
  `(select j.* from outbound_job j where ${walk} and j.id < $1 order by j.id desc limit ${LOOKED_AT}) l`;
const ofTenant = `($2::text is null or exists (select from mailbox o where o.id = l.mailbox_id and o.tenant_id = $2))`;

const page = (filter: JobFilter): Statement => {
  const parts = ranges[filter].map(
    (range) =>
      `(select l.* from ${looked(range)} where ${ofTenant} and ${range.match ?? 'true'} order by l.id desc limit $3)`,
  );
  return statement(
    `operator-jobs-${filter}`,
    `select ${columns} from (
       select * from (${parts.join(' union all ')}) l order by id desc limit $3) j ${joined} order by j.id desc`,
  );
};
const edge = (filter: JobFilter): Statement => {
  const parts = ranges[filter].map(
    (range) => `(select l.id from ${looked(range)} order by l.id desc offset ${LOOKED_AT - 1})`,
  );
  return statement(`operator-jobs-${filter}-edge`, `select max(id) as id from (${parts.join(' union all ')}) l`);
};

const pages = Object.fromEntries(jobFilters.map((filter) => [filter, page(filter)])) as Record<JobFilter, Statement>;
const edges = Object.fromEntries(jobFilters.map((filter) => [filter, edge(filter)])) as Record<JobFilter, Statement>;

const find = statement(
  'operator-job',
  `select ${columns} from outbound_job j ${joined}
   where j.id = $1 and j.mailbox_id = ${mailboxOf('outbound_job', '$1', 'null')}`,
);

const waiting = statement(
  'operator-jobs-waiting',
  `select count(*)::int as count, min(since) as since from (
     select (select min(r.data_started_at) from outbound_recipient r
       where r.job_id = j.id and r.mailbox_id = j.mailbox_id and r.status = 'unknown') as since
     from outbound_job j where j.status = 'unknown' order by j.id limit ${MAX_WAITING}) w`,
);

/** Jobs that wait for a person, counted up to 1000, and since when the first of them does. */
export type WaitingJobs = { readonly count: number; readonly since: Date | null };

/** Outbound jobs as the operator looks for them, whosever they are. */
@Injectable()
export class OperatorJobRepository {
  constructor(private readonly database: Database) {}

  /** Newest first. A page of one tenant's may be short although more follow: `next` then says from where on to look. */
  async list(
    filter: JobFilter,
    tenantId: string | undefined,
    { cursor, limit }: Page,
  ): Promise<{ readonly jobs: readonly OperatorJob[]; readonly next: number | null }> {
    const before = cursor ?? Number.MAX_SAFE_INTEGER;
    const jobs = await this.database.query<OperatorJob>(pages[filter], [before, tenantId ?? null, limit]);
    if (jobs.length >= limit) return { jobs, next: null };
    const [found] = await this.database.query<{ id: number | null }>(edges[filter], [before]);
    const next = found?.id ?? null;
    // What of another range lies beyond comes with the next page.
    return { jobs: jobs.filter(({ id }) => id >= (next ?? 0)), next };
  }

  async find(id: number): Promise<OperatorJob | null> {
    const [job] = await this.database.query<OperatorJob>(find, [id]);
    return job ?? null;
  }

  async waiting(): Promise<WaitingJobs> {
    const [row] = await this.database.query<WaitingJobs>(waiting);
    return row ?? { count: 0, since: null };
  }
}
