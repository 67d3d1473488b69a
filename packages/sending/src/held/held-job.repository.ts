import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import { emailFailed, emailUnknown } from '@mailroom/events';
import { tenantMayNot } from '@mailroom/identity';
import { eventRows, tellEvents } from '@mailroom/messaging';
import { jobStatus, worstComplaint, worstStatus } from '../outbound-status.js';
import { creditAfter, creditChange, creditMoves } from '../recipient-credit.repository.js';

/** The condition of the index over jobs that are held. */
const HELD = `next_attempt_at = 'infinity' and status in ('queued', 'retry')`;

/** The mailboxes that have such jobs: one look at the index for each, however many jobs they have. */
const boxes = `box as (
     with recursive b as (
       (select mailbox_id as id from outbound_job where ${HELD} order by mailbox_id limit 1)
       union all
       select (select mailbox_id from outbound_job where ${HELD} and mailbox_id > b.id order by mailbox_id limit 1)
       from b where b.id is not null)
     select id from b where id is not null)`;

/** Makes jobs due whose tenant may send again, those that are no older than $2 hours: the $1 behind the first $3. */
const release = statement(
  'held-release',
  `with ${boxes},
   free as (
     select j.id, box.id as mailbox_id from box cross join lateral (
       select id from outbound_job
       where mailbox_id = box.id and ${HELD} and created_at >= now() - make_interval(hours => $2)
       order by id limit $1::int + $3::int for update skip locked) j
     where not exists (${tenantMayNot('send', '(select t.status from mailbox m join tenant t on t.id = m.tenant_id where m.id = box.id) t')})
     limit $1::int offset $3::int)
   update outbound_job j set next_attempt_at = now() from free
   where j.id = free.id and j.mailbox_id = free.mailbox_id returning j.id`,
);

/**
 * Gives up jobs that are older than $2 hours: the $1 behind the first $4. Ids grow with time, so the oldest of a mailbox come first. Recipients whose
 * outcome is unknown stay so, for a person to settle.
 */
const giveUp = statement(
  'held-give-up',
  `with ${boxes},
   job as materialized (
     select j.id, j.email_id, j.mailbox_id from box cross join lateral (
       select * from outbound_job where mailbox_id = box.id and ${HELD} order by id limit $1::int + $4::int for update skip locked) j
     where j.created_at < now() - make_interval(hours => $2) limit $1::int offset $4::int),
   final as (
     select r.job_id, r.mailbox_id, r.position, r.status in ('queued', 'retry') as changed,
       case when r.status in ('queued', 'retry') then 'failed' else r.status end as status,
       case when r.status in ('queued', 'retry') then $3::text else r.smtp_reply end as smtp_reply
     from job j join outbound_recipient r on r.job_id = j.id and r.mailbox_id = j.mailbox_id),
   recipient as (
     update outbound_recipient r set status = f.status, smtp_reply = f.smtp_reply, updated_at = now(),
       credit = ${creditAfter('f.status')}
     from final f where r.job_id = f.job_id and r.mailbox_id = f.mailbox_id and r.position = f.position and f.changed
     returning ${creditChange}),
   ${creditMoves('recipient')},
   verdict as (
     select job_id, mailbox_id, ${jobStatus} as status, ${worstStatus} as worst, ${worstComplaint} as complaint
     from final group by job_id, mailbox_id),
   settled as (
     update outbound_job o set status = v.status, finished_at = now(), next_attempt_at = now()
     from verdict v where o.id = v.job_id and o.mailbox_id = v.mailbox_id returning o.id),
   email as (
     update email e set status = v.worst, error_message = coalesce(v.complaint, '')
     from job j join verdict v on v.job_id = j.id
     where e.id = j.email_id and e.mailbox_id = j.mailbox_id),
   ${eventRows(
     {
       id: 'uuidv7()',
       type: `case when v.status = 'unknown' then '${emailUnknown.type}' else '${emailFailed.type}' end`,
       payload: `jsonb_build_object('emailId', j.email_id, 'mailboxId', j.mailbox_id)`,
     },
     `from job j join verdict v on v.job_id = j.id where v.status in ('failed', 'unknown')`,
   )},
   ${tellEvents()}
   select id, pg_notify('outbox', '') is null as notified from settled`,
);

/** Jobs of tenants that are suspended; `OutboundJobRepository.claim` sets them aside. */
@Injectable()
export class HeldJobRepository {
  constructor(private readonly database: Database) {}

  /** Returns how many jobs are due again. */
  async release(limit: number, offset: number, hours: number): Promise<number> {
    return (await this.database.tryQuery(release, [limit, hours, offset])).length;
  }

  /** Returns how many jobs were given up. */
  async giveUp(limit: number, offset: number, hours: number, reply: string): Promise<number> {
    return (await this.database.tryQuery(giveUp, [limit, hours, reply, offset])).length;
  }
}
