import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import { GroupCommitter } from '@mailroom/concurrency';
import { emailDelivered, emailFailed, emailSent, emailUnknown } from '@mailroom/events';
import { uuidv7 } from '@mailroom/ids';
import { eventRows, tellEvents } from '@mailroom/messaging';
import type { OutboundJob } from './outbound-job.repository.js';
import { creditAfter, creditChange, creditMoves } from './recipient-credit.repository.js';
import { jobStatus, worstComplaint, worstStatus, type RecipientOutcome } from './outbound-status.js';

/**
 * This is committed before the final dot, and only while the lease is still ours. Each job is looked up by its id: a join
 * is planned once for each connection, and where the tables were empty then, it goes through all of them ever after.
 */
const markDataStarted = statement(
  'outbound-data-started',
  `with wanted as (
     select * from json_to_recordset($1::json) as w (id bigint, "mailboxId" int, token uuid, positions int[])),
   held as materialized (
     select w.id, w."mailboxId" as mailbox_id, w.positions from wanted w
     cross join lateral (
       select lease_token from outbound_job where id = w.id and mailbox_id = w."mailboxId" offset 0) j where j.lease_token = w.token)
   update outbound_recipient r set data_started_at = now() from held h
   where r.job_id = h.id and r.mailbox_id = h.mailbox_id and r.position = any (h.positions)
   returning r.job_id as id, r.position`,
);

/**
 * Records the outcomes of attempts while their leases are ours: the recipients; with the last of an attempt also its
 * job and email, by the worst recipient once none is left to try; the addresses that were refused for good; the credits
 * that were reserved; and the event of each job that is done. `retrySeconds` is the time until the next attempt, or null if there is none. The
 * commit is not synced to disk on its own: that of the next data_started_at is, and what a crash of the database takes
 * before that is `unknown`. A lease token is present only while a job is being sent; a condition on that status as well
 * would lead through the index of leases and all its dead entries.
 */
const recordOutcomes = statement(
  'outbound-record',
  `with unsynced as materialized (select set_config('synchronous_commit', 'off', true)), wanted as (
     select * from json_to_recordset($1::json) as w (id bigint, "mailboxId" int, token uuid, "retrySeconds" float8, "eventId" uuid, "isLast" boolean,
       outcomes json)),
   job as (
     select j.id, j.email_id, j.mailbox_id, w."retrySeconds" as retry_seconds, w."eventId" as event_id,
       w."isLast" as is_last, w.outcomes
     from (select * from wanted order by id) w
     cross join lateral (
       select * from outbound_job where id = w.id and mailbox_id = w."mailboxId" for update) j cross join unsynced
     where j.lease_token = w.token),
   outcome as (
     select j.id as job_id, j.event_id, o.* from job j cross join lateral json_to_recordset(j.outcomes)
       as o (position int, status text, "smtpReply" text, suppress text, "enhancedStatus" text)),
   final as (
     select j.id as job_id, j.email_id, j.mailbox_id, j.event_id, j.retry_seconds, j.is_last, r.position,
       case when o.status = 'retry' and j.retry_seconds is null then 'failed' else coalesce(o.status, r.status) end as status,
       coalesce(o."smtpReply", r.smtp_reply) as smtp_reply, o.status is not null as changed
     from job j join outbound_recipient r on r.job_id = j.id and r.mailbox_id = j.mailbox_id
       left join outcome o on o.event_id = j.event_id and o.position = r.position),
   recipient as (
     update outbound_recipient r set status = f.status, smtp_reply = f.smtp_reply, updated_at = now(),
       data_started_at = case when f.status = 'retry' then null else r.data_started_at end,
       credit = ${creditAfter('f.status')}
     from final f where r.job_id = f.job_id and r.mailbox_id = f.mailbox_id and r.position = f.position and f.changed
     returning ${creditChange}),
   ${creditMoves('recipient')},
   verdict as (
     select job_id, email_id, mailbox_id, event_id, retry_seconds, ${jobStatus} as status,
       bool_and(status = 'delivered') as delivered, bool_or(status = 'captured') as captured,
       ${worstStatus} as worst, ${worstComplaint} as complaint,
       (array_agg(smtp_reply order by position) filter (where status = 'sent'))[1] as reply
     from final where is_last group by job_id, email_id, mailbox_id, event_id, retry_seconds),
   settled as (
     update outbound_job o set status = v.status, lease_token = null, lease_expires_at = null,
       next_attempt_at = case when v.status = 'retry' then now() + make_interval(secs => v.retry_seconds) else o.next_attempt_at end,
       finished_at = case when v.status <> 'retry' then now() end
     from verdict v where o.id = v.job_id and o.mailbox_id = v.mailbox_id),
   email as (
     update email e set
       status = v.worst, captured = v.captured, error_message = coalesce(v.complaint, ''),
       provider_message_id = coalesce(substring(v.reply from '(?i)(?:queued as|id=|ok:? queued as)\\s*<?([A-Za-z0-9._-]+)'), '')
     from verdict v where e.id = v.email_id and e.mailbox_id = v.mailbox_id),
   suppressed as (
     insert into suppression (tenant_id, address, reason, mailbox_id, source_email_id, smtp_status)
     select m.tenant_id, o.suppress, 'bounce', j.mailbox_id, j.email_id, o."enhancedStatus"
     from outcome o join job j on j.id = o.job_id join mailbox m on m.id = j.mailbox_id
     where o.suppress is not null order by o.suppress on conflict do nothing),
   ${eventRows(
     {
       id: 'v.event_id',
       type: `case when v.delivered then '${emailDelivered.type}' when v.status = 'failed' then '${emailFailed.type}'
         when v.status = 'unknown' then '${emailUnknown.type}' else '${emailSent.type}' end`,
       payload: `jsonb_build_object('emailId', v.email_id, 'mailboxId', v.mailbox_id)`,
     },
     `from verdict v where v.status <> 'retry'`,
   )},
   ${tellEvents()}
   select pg_notify('outbox', '') where exists (select from event)`,
);

type Leased = { readonly id: number; readonly mailboxId: number; readonly token: string };

type Start = Leased & { readonly positions: readonly number[] };

type Record = Leased & {
  readonly retrySeconds: number | null;
  readonly eventId: string;
  readonly isLast: boolean;
  readonly outcomes: readonly RecipientOutcome[];
};

const MAX_GROUP = 128;
/** What is kept of a reply, which is shown with every recipient; the longest that are meant for people have a quarter of it. */
const MAX_REPLY_CHARACTERS = 2_000;
/** The pause between two commits of outcomes, for which nobody waits; it lets the next one hold more of them. */
const RECORD_PAUSE_MS = 15;

/** Records the outcomes of jobs. Jobs that reach a step at the same time take it in one commit. */
@Injectable()
export class OutboundOutcomeRepository {
  readonly #starts: GroupCommitter<Start, number>;
  readonly #records: GroupCommitter<Record, undefined>;

  constructor(private readonly database: Database) {
    this.#starts = new GroupCommitter((starts) => this.#start(starts), { maxGroup: MAX_GROUP });
    this.#records = new GroupCommitter((records) => this.#record(records), { maxGroup: MAX_GROUP });
  }

  /** @throws if the lease is no longer ours; then nothing may be sent */
  async markDataStarted(job: OutboundJob, positions: readonly number[]): Promise<void> {
    const marked = await this.#starts.submit({ positions, ...leasedOf(job) });
    if (marked !== positions.length) throw new Error(`The lease on outbound job ${job.id} was lost.`);
  }

  /** Records the end of an attempt. Does nothing if the lease is no longer ours: whoever took the job has judged it. */
  async record(job: OutboundJob, outcomes: readonly RecipientOutcome[], retrySeconds: number | null): Promise<void> {
    await this.#submit(job, outcomes, retrySeconds, true);
  }

  /** Records the outcomes of some recipients while the attempt goes on for others. */
  async recordSome(job: OutboundJob, outcomes: readonly RecipientOutcome[], retrySeconds: number | null) {
    await this.#submit(job, outcomes, retrySeconds, false);
  }

  async #submit(job: OutboundJob, outcomes: readonly RecipientOutcome[], retrySeconds: number | null, isLast: boolean) {
    await this.#records.submit({
      retrySeconds,
      eventId: uuidv7(),
      isLast,
      outcomes: outcomes.map((outcome) => ({ ...outcome, smtpReply: shortened(outcome.smtpReply) })),
      ...leasedOf(job),
    });
  }

  async #start(starts: readonly Start[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number; position: number }>(markDataStarted, [JSON.stringify(starts)]);
    // Domains of one message that get to this step together stand in one group.
    const marked = new Set(rows.map(({ id, position }) => `${id}/${position}`));
    return starts.map(({ id, positions }) => positions.filter((position) => marked.has(`${id}/${position}`)).length);
  }

  async #record(records: readonly Record[]): Promise<undefined[]> {
    await this.database.query(recordOutcomes, [JSON.stringify(records)]);
    await sleep(RECORD_PAUSE_MS);
    return records.map(() => undefined);
  }
}

function leasedOf({ id, mailboxId, leaseToken: token }: OutboundJob): Leased {
  return { id, mailboxId, token };
}

/** Half a character would be refused as text. */
function shortened(reply: string): string {
  return reply.slice(0, MAX_REPLY_CHARACTERS).replace(/[\ud800-\udbff]$/, '');
}
