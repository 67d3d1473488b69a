import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, statement, type Statement } from '@mailroom/database';
import { tellTaskChanges } from '@mailroom/messaging';
import { ownerOf, taskStatuses, type Claim, type ClaimFilter, type Task } from './task.js';
import { taskColumns, taskOf, type TaskRow } from './task.row.js';

const MAX_SEQ = Number.MAX_SAFE_INTEGER;

/**
 * $1 owner, $2 lease token, $3 claiming principal, $4 ttl in seconds, $5 reason. A task whose attempts are spent goes to
 * a person instead.
 */
const lease = `
  status = case when t.attempts < t.max_attempts then 'processing' else 'needs_human' end,
  reason = case when t.attempts < t.max_attempts then $5 else 'attempts exhausted' end,
  lease_owner = case when t.attempts < t.max_attempts then $1 end,
  lease_token = case when t.attempts < t.max_attempts then $2 end,
  lease_principal_id = case when t.attempts < t.max_attempts then $3 end,
  lease_expires_at = case when t.attempts < t.max_attempts then now() + make_interval(secs => $4) end,
  handled_by = case when t.attempts < t.max_attempts then t.handled_by else $1 end,
  handled_at = case when t.attempts < t.max_attempts then t.handled_at else now() end,
  attempts = case when t.attempts < t.max_attempts then t.attempts + 1 else 0 end`;

/**
 * Takes at most $8 of the first waiting tasks of a mailbox ($6), beyond $7. SKIP LOCKED lets any number of agents and
 * replicas race without waiting: each row goes to exactly one of them. Only the partial index offers the column `seq`,
 * so the planner can't walk the primary key past every handled row.
 */
function claimNew(order: 'asc' | 'desc'): Statement {
  return statement(
    `task-claim-new-${order}`,
    `with changed as (
       update email_task t set ${lease}
       where email_id = any (array(
         select email_id from email_task
         where mailbox_id = $6 and status = 'new' and ready and seq ${order === 'asc' ? '>' : '<'} $7
         order by seq ${order} limit $8 for update skip locked))
       returning t.*),
     ${tellTaskChanges('changed')}
     select ${taskColumns('t')} from changed t`,
  );
}

/**
 * The same for any set of statuses ($9). Candidates are found per status, each on its own partial index, and only the
 * tasks that are taken get locked, so that a racing agent does not miss what this one leaves.
 */
function claimAny(order: 'asc' | 'desc'): Statement {
  const beyond = order === 'asc' ? '>' : '<';
  const candidates = taskStatuses.map(
    (status) => `(select email_id, seq from email_task
      where mailbox_id = $6 and status = '${status}' and '${status}' = any ($9::text[]) and ready and seq ${beyond} $7
        and (lease_expires_at is null or lease_expires_at <= now())
      order by seq ${order} limit $8)`,
  );
  return statement(
    `task-claim-any-${order}`,
    `with changed as (
       update email_task t set ${lease}
       where email_id = any (array(
         select email_id from email_task
         where email_id = any (array(
             select email_id from (${candidates.join(' union all ')}) c order by seq ${order} limit $8))
           and status = any ($9::text[]) and (lease_expires_at is null or lease_expires_at <= now())
         for update skip locked))
       returning t.*),
     ${tellTaskChanges('changed')}
     select ${taskColumns('t')} from changed t`,
  );
}

const statements = {
  new: { asc: claimNew('asc'), desc: claimNew('desc') },
  any: { asc: claimAny('asc'), desc: claimAny('desc') },
};

/**
 * Takes one task by its email id ($6) if it is free, or already held by the same named owner ($7), whose lease is then
 * extended. If the task was not taken, the row says what was found.
 */
const claimOne = statement(
  'task-claim-one',
  `with found as (
     select email_id, coalesce(lease_expires_at > now(), false) as active, lease_owner, lease_token, lease_principal_id,
       lease_expires_at
     from email_task where email_id = $6 and ready for update),
   extended as (
     update email_task t set lease_expires_at = now() + make_interval(secs => $4),
       reason = case when $5 = '' then t.reason else $5 end
     from found f where t.email_id = f.email_id and f.active and f.lease_owner = $7 returning t.*),
   taken as (
     update email_task t set ${lease} from found f where t.email_id = f.email_id and not f.active returning t.*),
   changed as (select * from extended union all select * from taken),
   ${tellTaskChanges('changed')}
   select ${taskColumns('t')}, f.active as "wasActive", f.lease_owner as "heldBy", f.lease_expires_at as "heldUntil"
   from found f left join changed t on true`,
);

export type ClaimOutcome = { readonly task: Task | null; readonly heldBy: string; readonly heldUntil: Date | null };

type ClaimOneRow = TaskRow & { wasActive: boolean; heldBy: string | null; heldUntil: Date | null };

function leaseValues({ actor, ttlSeconds, reason }: Claim): unknown[] {
  const leaseToken = `lse_${randomBytes(18).toString('base64url')}`;
  return [ownerOf(actor), leaseToken, actor.principalId, ttlSeconds, reason ?? ''];
}

/**
 * Claims tasks. Each claim is one statement, atomic under any number of agents and replicas, on the database's clock.
 */
@Injectable()
export class ClaimRepository {
  constructor(private readonly database: Database) {}

  /** The first tasks that the filter lets through; among them those that went to a person, their attempts being spent. */
  async claimFirst(mailboxId: number, claim: Claim, filter: ClaimFilter): Promise<Task[]> {
    const order = filter.oldestFirst ? 'asc' : 'desc';
    const cursor = filter.cursor ?? (filter.oldestFirst ? 0 : MAX_SEQ);
    const values = [...leaseValues(claim), mailboxId, cursor, filter.limit];
    const onlyNew = filter.statuses.every((status) => status === 'new');
    const rows = onlyNew
      ? await this.database.query<TaskRow>(statements.new[order], values)
      : await this.database.query<TaskRow>(statements.any[order], [...values, filter.statuses]);
    return rows.map(taskOf).sort((a, b) => (filter.oldestFirst ? a.emailId - b.emailId : b.emailId - a.emailId));
  }

  /** Null if the email has no task; a null `task` if another's lease is active. */
  async claimOne(emailId: number, claim: Claim): Promise<ClaimOutcome | null> {
    const values = [...leaseValues(claim), emailId, claim.actor.owner ?? null];
    const [row] = await this.database.query<ClaimOneRow>(claimOne, values);
    if (!row) return null;
    const task = row.email_id === null ? null : taskOf(row);
    return { task, heldBy: row.heldBy ?? '', heldUntil: row.heldUntil };
  }
}
