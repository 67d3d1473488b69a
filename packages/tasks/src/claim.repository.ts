import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, statement, unseen, type Statement } from '@mailroom/database';
import type { EmailPlace } from '@mailroom/mail';
import { tellTaskChanges } from '@mailroom/messaging';
import { ownerOf, taskStatuses, type Claim, type ClaimFilter, type Task } from './task.js';
import { taskColumns, taskOf, type TaskRow } from './task.row.js';

const MAX_SEQ = Number.MAX_SAFE_INTEGER;

/** SQL for a lease: who holds it, its token, the claiming principal, its seconds, and a reason. */
type Lease = {
  readonly owner: string;
  readonly token: string;
  readonly principal: string;
  readonly ttl: string;
  readonly reason: string;
};

/** A task whose attempts are spent goes to a person instead. */
export const leasing = ({ owner, token, principal, ttl, reason }: Lease) => `
  status = case when t.attempts < t.max_attempts then 'processing' else 'needs_human' end,
  reason = case when t.attempts < t.max_attempts then ${reason} else 'attempts exhausted' end,
  lease_owner = case when t.attempts < t.max_attempts then ${owner} end,
  lease_token = case when t.attempts < t.max_attempts then ${token} end,
  lease_principal_id = case when t.attempts < t.max_attempts then ${principal} end,
  lease_expires_at = case when t.attempts < t.max_attempts then now() + make_interval(secs => ${ttl}) end,
  handled_by = case when t.attempts < t.max_attempts then t.handled_by else ${owner} end,
  handled_at = case when t.attempts < t.max_attempts then t.handled_at else now() end,
  attempts = case when t.attempts < t.max_attempts then t.attempts + 1 else 0 end`;

const lease = leasing({ owner: '$1', token: '$2', principal: '$3', ttl: '$4', reason: '$5' });

/** SQL for which tasks are taken: of a mailbox, beyond a place in the order, so many of them, in any of the statuses. */
type Place = { readonly mailbox: string; readonly beyond: string; readonly limit: string; readonly statuses: string };

/**
 * The ids of the first waiting tasks, locked. SKIP LOCKED lets any number of agents and replicas race without waiting:
 * each row goes to exactly one of them. Only the partial index offers the column `seq`, so the planner can't walk the
 * primary key past every handled row.
 */
function firstNew({ mailbox, beyond, limit }: Place, order: 'asc' | 'desc'): string {
  return `select email_id from email_task
     where mailbox_id = ${mailbox} and status = 'new' and ready and seq ${order === 'asc' ? '>' : '<'} ${beyond}
     order by seq ${order} limit ${limit} for update skip locked`;
}

/** How many tasks other replicas may have locked when this one asks: those of two full turns. */
const LOCKED_BY_OTHERS = 32;

/**
 * The same for any set of statuses. Candidates are found per status, each on its own partial index, and only the tasks
 * that are taken get locked, so that a racing agent does not miss what this one leaves. There are more candidates than are
 * asked for, because others may hold the locks of the first.
 */
function firstOfAny({ mailbox, beyond, limit, statuses }: Place, order: 'asc' | 'desc'): string {
  const candidates = taskStatuses.map(
    (status) => `(select email_id, seq from email_task
      where mailbox_id = ${mailbox} and status = '${status}' and '${status}' = any (${statuses}) and ready
        and seq ${order === 'asc' ? '>' : '<'} ${beyond} and (lease_expires_at is null or lease_expires_at <= now())
      order by seq ${order} limit ${limit} + ${LOCKED_BY_OTHERS})`,
  );
  return `select email_id from email_task
     where mailbox_id = ${mailbox} and email_id = any (array(
         select email_id from (${candidates.join(' union all ')}) c order by seq ${order} limit ${limit} + ${LOCKED_BY_OTHERS}))
       and status = any (${statuses}) and (lease_expires_at is null or lease_expires_at <= now())
     order by seq ${order} limit ${limit} for update skip locked`;
}

export type ClaimKind = 'new' | 'any';
export const firstTasks = { new: firstNew, any: firstOfAny };

/** $6 mailbox, $7 where to begin, $8 how many, $9 statuses unless only new ones are wanted. */
function claimFirst(kind: ClaimKind, order: 'asc' | 'desc'): Statement {
  const place = { mailbox: '$6', beyond: '$7', limit: unseen('$8::int'), statuses: '$9::text[]' };
  return statement(
    `task-claim-${kind}-${order}`,
    `with changed as (
       update email_task t set ${lease}
       where t.mailbox_id = $6 and t.email_id = any (array(${firstTasks[kind](place, order)}))
       returning t.*),
     ${tellTaskChanges('changed')}
     select ${taskColumns('t')} from changed t`,
  );
}

const statements = {
  new: { asc: claimFirst('new', 'asc'), desc: claimFirst('new', 'desc') },
  any: { asc: claimFirst('any', 'asc'), desc: claimFirst('any', 'desc') },
};

/**
 * Takes one task by its email id ($6) and mailbox ($8) if it is free, or already held by the same named owner ($7), whose
 * lease is then extended. If the task was not taken, the row says what was found.
 */
const claimOne = statement(
  'task-claim-one',
  `with found as (
     select email_id, coalesce(lease_expires_at > now(), false) as active, lease_owner, lease_token, lease_principal_id,
       lease_expires_at
     from email_task where email_id = $6 and mailbox_id = $8 and ready for update),
   extended as (
     update email_task t set lease_expires_at = now() + make_interval(secs => $4),
       reason = case when $5 = '' then t.reason else $5 end
     from found f where t.mailbox_id = $8 and t.email_id = f.email_id and f.active and f.lease_owner = $7 returning t.*),
   taken as (
     update email_task t set ${lease} from found f
     where t.mailbox_id = $8 and t.email_id = f.email_id and not f.active returning t.*),
   changed as (select * from extended union all select * from taken),
   ${tellTaskChanges('changed')}
   select ${taskColumns('t')}, f.active as "wasActive", f.lease_owner as "heldBy", f.lease_expires_at as "heldUntil"
   from found f left join changed t on true`,
);

export type ClaimOutcome = { readonly task: Task | null; readonly heldBy: string; readonly heldUntil: Date | null };

type ClaimOneRow = TaskRow & { wasActive: boolean; heldBy: string | null; heldUntil: Date | null };

/** Who holds a lease, its new token, the claiming principal, its seconds, and a reason. */
export function leaseValues({ actor, ttlSeconds, reason }: Claim) {
  const leaseToken = `lse_${randomBytes(18).toString('base64url')}`;
  return [ownerOf(actor), leaseToken, actor.principalId, ttlSeconds, reason ?? ''] as const;
}

/** Which statement finds what the filter lets through, and with which values. */
export function placeOf({ oldestFirst, cursor, statuses }: Omit<ClaimFilter, 'limit'>) {
  const kind: ClaimKind = statuses.every((status) => status === 'new') ? 'new' : 'any';
  return {
    kind,
    order: oldestFirst ? ('asc' as const) : ('desc' as const),
    cursor: cursor ?? (oldestFirst ? 0 : MAX_SEQ),
  };
}

/**
 * Claims tasks. Each claim is one statement, atomic under any number of agents and replicas, on the database's clock.
 */
@Injectable()
export class ClaimRepository {
  constructor(private readonly database: Database) {}

  /** The first tasks that the filter lets through; among them those that went to a person, their attempts being spent. */
  async claimFirst(mailboxId: number, claim: Claim, filter: ClaimFilter): Promise<Task[]> {
    const { kind, order, cursor } = placeOf(filter);
    const values = [...leaseValues(claim), mailboxId, cursor, filter.limit];
    const statuses = kind === 'any' ? [filter.statuses] : [];
    const rows = await this.database.query<TaskRow>(statements[kind][order], [...values, ...statuses]);
    return rows.map(taskOf).sort((a, b) => (filter.oldestFirst ? a.emailId - b.emailId : b.emailId - a.emailId));
  }

  /** Null if the email has no task; a null `task` if another's lease is active. */
  async claimOne({ id, mailboxId }: EmailPlace, claim: Claim): Promise<ClaimOutcome | null> {
    const values = [...leaseValues(claim), id, claim.actor.owner ?? null, mailboxId];
    const [row] = await this.database.query<ClaimOneRow>(claimOne, values);
    if (!row) return null;
    const task = row.email_id === null ? null : taskOf(row);
    return { task, heldBy: row.heldBy ?? '', heldUntil: row.heldUntil };
  }
}
