import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { allUnseen, Claims, Database, statement } from '@mailroom/database';
import { emailAccepted } from '@mailroom/events';
import { tenantMayNot } from '@mailroom/identity';
import { uuidv7 } from '@mailroom/ids';
import { eventRows } from '@mailroom/messaging';
import { creditAfter, creditChange, creditMoves } from './recipient-credit.repository.js';

export type OutboundRecipient = {
  readonly position: number;
  readonly address: string;
  /** Null if the job was created before recipients had their own; then they share its envelope sender. */
  readonly returnPath: string | null;
};

export type OutboundJob = {
  readonly id: number;
  readonly emailId: number;
  readonly mailboxId: number;
  readonly rawId: string;
  readonly envelopeSender: string;
  /** The number of attempts begun, including this one. */
  readonly attempts: number;
  readonly leaseToken: string;
  /** The trace of the request that created it. */
  readonly traceparent: string | null;
  /** The recipients that have no final outcome yet. */
  readonly recipients: readonly OutboundRecipient[];
};

const LEASE_SECONDS = 900;

/** The tenant of a mailbox, as far as it matters here. */
const tenantOf = (mailboxId: string) =>
  `(select t.status from mailbox m join tenant t on t.id = m.tenant_id where m.id = ${mailboxId}) t`;

/** The $1 jobs that have been due for longest, without $2, over which a claim passes. */
const longestDue = `
     select id, mailbox_id from (
       (select id, mailbox_id, next_attempt_at as due_at from outbound_job
        where status in ('queued', 'retry') and next_attempt_at <= now() and id <> ${allUnseen('$2::bigint[]')}
        order by next_attempt_at limit $1)
       union all
       (select id, mailbox_id, lease_expires_at from outbound_job
        where status = 'sending' and lease_expires_at <= now() and id <> ${allUnseen('$2::bigint[]')}
        order by lease_expires_at limit $1)) d
     order by due_at limit $1`;

/**
 * Takes due jobs, the longest due first. If a job's worker is lost, the job is due again when its lease ends: recipients
 * whose data had begun are `unknown` from then on and are never sent to again, the others are tried again. The commit is
 * not synced to disk on its own; that of data_started_at is, and with it everything committed before. A job of a suspended
 * tenant is due at infinity from then on (`HeldJobs`), so that nobody meets it again. What is `due` is read once, and each
 * job looked up.
 */
const claimFrom = (
  due: string,
) => `with unsynced as materialized (select set_config('synchronous_commit', 'off', true)), due as materialized (${due}),
   locked as materialized (
     select j.id, j.mailbox_id, (${tenantMayNot('send', tenantOf('j.mailbox_id'))}) is not null as is_held
     from due cross join lateral (
       select id, mailbox_id from outbound_job where id = due.id and mailbox_id = due.mailbox_id
         and (status in ('queued', 'retry') or lease_expires_at <= now()) for update skip locked) j),
   lost as (
     update outbound_recipient r set status = 'unknown', updated_at = now(),
       smtp_reply = 'The sender was interrupted after the data had begun.'
     from locked l where r.job_id = l.id and r.mailbox_id = l.mailbox_id and r.status in ('queued', 'retry') and r.data_started_at is not null
     returning r.job_id, r.position),
   held as (
     update outbound_job j set status = case when attempts = 0 then 'queued' else 'retry' end, next_attempt_at = 'infinity',
       lease_token = null, lease_expires_at = null
     from locked l where j.id = l.id and j.mailbox_id = l.mailbox_id and l.is_held)
   update outbound_job j set status = 'sending', attempts = attempts + 1, lease_token = $3,
     lease_expires_at = now() + make_interval(secs => ${LEASE_SECONDS})
   from locked l, email e, unsynced
   where j.id = l.id and j.mailbox_id = l.mailbox_id and not l.is_held
     and e.id = j.email_id and e.mailbox_id = l.mailbox_id
   returning j.id, j.email_id as "emailId", j.mailbox_id as "mailboxId", e.raw_id as "rawId",
     j.envelope_sender as "envelopeSender", j.attempts, j.lease_token as "leaseToken", j.traceparent,
     coalesce((select json_agg(json_build_object('position', r.position, 'address', r.address,
         'returnPath', r.return_path) order by r.position)
       from outbound_recipient r where r.job_id = j.id and r.mailbox_id = j.mailbox_id
         and r.status in ('queued', 'retry') and r.data_started_at is null),
       '[]') as recipients`;

const claimJobs = statement('outbound-claim', claimFrom(longestDue));
const claimThese = statement(
  'outbound-claim-these',
  claimFrom('select * from unnest($1::bigint[], $2::int[]) as place (id, mailbox_id)'),
);
const lookForDue = statement('outbound-due', `select id, mailbox_id as "mailboxId" from (${longestDue}) due`);

/**
 * Delivers inside: creates one received email with its task per mailbox, together with the recipients' outcomes, so
 * that a recipient whose outcome is recorded is never delivered to again. A mailbox that is sealed gets a copy of its own.
 */
const deliverInside = statement(
  'outbound-deliver-inside',
  `with job as (
     select j.id, e.raw_id from outbound_job j join email e on e.id = j.email_id and e.mailbox_id = $6
     where j.id = $1 and j.mailbox_id = $6 and j.lease_token = $2 for update of j),
   target as (
     select distinct on ("mailboxId") * from json_to_recordset($3::json) as t (
       position int, "mailboxId" int, address text, copy json)),
   recipient as (
     update outbound_recipient r set status = 'delivered', smtp_reply = '250 2.1.5 Delivered', updated_at = now(),
       credit = ${creditAfter(`'delivered'`)}
     from job j where r.job_id = j.id and r.mailbox_id = $6 and r.status in ('queued', 'retry')
       and r.position in (select position from json_to_recordset($3::json) as t (position int))
     returning ${creditChange}),
   ${creditMoves('recipient')},
   copy as (
     insert into raw_message (id, content, blob, size, envelope_sender, awaits_seal)
     select (t.copy ->> 'rawId')::uuid, decode(t.copy ->> 'content', 'base64'), t.copy ->> 'blob',
       (t.copy ->> 'size')::int, m.envelope_sender, true
     from target t join recipient r on r.position = t.position, job j join raw_message m on m.id = j.raw_id
     where t.copy is not null
     returning id),
   email as (
     insert into email (mailbox_id, direction, status, unread, raw_id, recipient)
     select t."mailboxId", 0, 'received', true, coalesce((t.copy ->> 'rawId')::uuid, j.raw_id), t.address
     from target t join recipient r on r.position = t.position, job j
     returning id, mailbox_id, raw_id),
   task as (
     insert into email_task (email_id, mailbox_id, seq) select id, mailbox_id, id from email),
   ${eventRows(
     {
       id: 'case when raw_id = (select raw_id from job) then $4::uuid else raw_id end',
       type: `'${emailAccepted.type}'`,
       payload: `jsonb_build_object('rawId', raw_id, 'emailIds', jsonb_agg(id), 'mailboxIds', jsonb_agg(mailbox_id))`,
       traceparent: '$5::text',
     },
     'from email group by raw_id',
   )}
   select pg_notify('outbox', '') where exists (select from event)`,
);

const giveBack = statement(
  'outbound-give-back',
  `update outbound_job set status = case when attempts > 1 then 'retry' else 'queued' end, attempts = attempts - 1,
     next_attempt_at = now() + make_interval(secs => $4), lease_token = null, lease_expires_at = null
   where id = $1 and mailbox_id = $3 and lease_token = $2 and status = 'sending'`,
);

/** A recipient that has a mailbox here, and what is stored for it where that is not what the sender has. */
export type InsideTarget = {
  readonly position: number;
  readonly mailboxId: number;
  readonly address: string;
  readonly copy?: InsideCopy;
};

/** Its content, in base64, or where that lies. It is encrypted with the installation's key until it is sealed. */
export type InsideCopy = {
  readonly rawId: string;
  readonly content: string | null;
  readonly blob: string | null;
  readonly size: number;
};

type JobPlace = Pick<OutboundJob, 'id' | 'mailboxId'>;

@Injectable()
export class OutboundJobRepository {
  readonly #claims = new Claims<JobPlace>(({ id }) => `Outbound job ${id} could not be taken.`);

  constructor(private readonly database: Database) {}

  /** @param onError is told of jobs that can't be taken */
  async claim(limit: number, onError: (error: unknown) => void): Promise<readonly OutboundJob[]> {
    const [passed, token] = [this.#claims.passed(), randomUUID()];
    return this.#claims.rows(() => this.database.tryQuery<OutboundJob>(claimJobs, [limit, passed, token]), {
      look: () => this.database.tryQuery<JobPlace>(lookForDue, [limit, passed]),
      claim: (some) => {
        const places = [some.map(({ id }) => id), some.map(({ mailboxId }) => mailboxId)];
        return this.database.tryQuery<OutboundJob>(claimThese, [...places, token]);
      },
      onError,
    });
  }

  /** Takes back a claim that was not used: the job is due at once, for whoever has room, or after `seconds`. */
  async giveBack(job: OutboundJob, seconds = 0): Promise<void> {
    await this.database.query(giveBack, [job.id, job.leaseToken, job.mailboxId, seconds]);
  }

  async deliverInside(
    job: OutboundJob,
    targets: readonly InsideTarget[],
    traceparent: string | null = job.traceparent,
  ): Promise<void> {
    const values = [job.id, job.leaseToken, JSON.stringify(targets), uuidv7(), traceparent, job.mailboxId];
    await this.database.query(deliverInside, values);
  }
}
