import { Injectable } from '@nestjs/common';
import { Database, anyUnseen, statement, type SqlTx, type Statement } from '@mailroom/database';
import { placesOf, type EmailPlace } from '@mailroom/mail';
import { tellTaskChanges } from '@mailroom/messaging';
import { taskStatuses, type Actor, type ExpiredFilter, type Task, type TaskPage, type TaskStatus } from './task.js';
import { taskColumns, taskOf, type TaskRow } from './task.row.js';

const MAX_SEQ = Number.MAX_SAFE_INTEGER;

/**
 * Each requested status ($2) is read on its own partial index, and the first $4 of all are kept. Like oldest-first
 * lists of emails, the ascending form stops before mail that still waits for its parser.
 */
function list(order: 'asc' | 'desc'): Statement {
  const beyond =
    order === 'desc'
      ? 'seq < $3'
      : `seq > $3 and seq < coalesce((select min(id + 0) from email where mailbox_id = $1 and ready_at is null), ${MAX_SEQ})`;
  const branches = taskStatuses.map(
    (status) => `(select * from email_task
      where mailbox_id = $1 and status = '${status}' and '${status}' = any ($2::text[]) and ready and ${beyond}
        and ($5::text is null or lease_owner = $5)
        and ($6::boolean is null or coalesce(lease_expires_at > now(), false) = $6)
      order by seq ${order} limit $4)`,
  );
  return statement(
    `task-list-${order}`,
    `select ${taskColumns('t')} from (${branches.join(' union all ')}) t order by seq ${order} limit $4`,
  );
}

const statements = { asc: list('asc'), desc: list('desc') };

const findMany = statement(
  'task-find-many',
  `select ${taskColumns('t')} from email_task t
   where email_id = ${anyUnseen('$1::bigint[]')} and mailbox_id = ${anyUnseen('$2::int[]')} and ready`,
);

/** $1 mailbox, $2 cutoff, $3 last owner, $4 reason, $5 limit. Attempts and checkpoint stay with the task. */
const requeueExpired = statement(
  'task-requeue-expired',
  `with changed as (
     update email_task t set status = 'new', reason = $4, lease_owner = null, lease_token = null,
       lease_principal_id = null, lease_expires_at = null
     where mailbox_id = $1 and email_id = any (array(
       select email_id from email_task
       where mailbox_id = $1 and status = 'processing' and ready
         and ((lease_expires_at is null and $2::timestamptz is null)
           or lease_expires_at <= least(now(), coalesce($2::timestamptz, now())))
         and ($3::text is null or lease_owner = $3)
       order by seq limit $5 for update skip locked))
     returning t.*),
   ${tellTaskChanges('changed')}
   select ${taskColumns('t')} from changed t`,
);

/** Counts as of one moment: a single pass, so that they add up while tasks change. */
const stats = statement(
  'task-stats',
  `select status, case when locked or status = 'processing' then coalesce(lease_owner, '') end as owner, locked,
     count(*) as count, now() as "generatedAt"
   from (select status, lease_owner, coalesce(lease_expires_at > now(), false) as locked
         from email_task where mailbox_id = $1 and ready
           and status in ('new', 'processing', 'handled', 'needs_human', 'ignored')) t
   group by 1, 2, 3`,
);

/** $1 who is recorded, $2 email, $3 lease token, $4 named owner, $5 principal, $6 mailbox. */
const complete = statement(
  'task-complete',
  `with changed as (
    update email_task t set status = 'handled', reason = 'replied', handled_by = $1, handled_at = now(),
      lease_owner = null, lease_token = null, lease_principal_id = null, lease_expires_at = null
    where email_id = $2 and mailbox_id = $6 and ready and case
      when $3::text is not null then lease_token = $3 and lease_expires_at > now()
      when lease_expires_at is null or lease_expires_at <= now() then true
      when $4::text is not null then lease_owner = $4
      else lease_principal_id = $5 end
    returning t.*),
  ${tellTaskChanges('changed')}
  select 1 as one from changed`,
);

export type StatsRow = { status: TaskStatus; owner: string | null; locked: boolean; count: number; generatedAt: Date };

@Injectable()
export class TaskRepository {
  constructor(private readonly database: Database) {}

  async list(mailboxId: number, page: TaskPage): Promise<Task[]> {
    const rows = await this.database.query<TaskRow>(statements[page.oldestFirst ? 'asc' : 'desc'], [
      mailboxId,
      page.statuses,
      page.cursor ?? (page.oldestFirst ? 0 : MAX_SEQ),
      page.limit,
      page.owner ?? null,
      page.locked === 'any' ? null : page.locked === 'only',
    ]);
    return rows.map(taskOf);
  }

  /** The tasks of these emails, by email id; sent emails have none. */
  async findMany(emails: readonly EmailPlace[]): Promise<Map<number, Task>> {
    if (emails.length === 0) return new Map();
    const rows = await this.database.query<TaskRow>(findMany, placesOf(emails));
    return new Map(rows.map((row) => [row.email_id, taskOf(row)]));
  }

  async stats(mailboxId: number): Promise<StatsRow[]> {
    return this.database.query<StatsRow>(stats, [mailboxId]);
  }

  /** Oldest first. */
  async requeueExpired(mailboxId: number, { before, owner, reason, limit }: ExpiredFilter): Promise<Task[]> {
    const values = [mailboxId, before?.toISOString() ?? null, owner ?? null, reason, limit];
    const rows = await this.database.query<TaskRow>(requeueExpired, values);
    return rows.map(taskOf).sort((a, b) => a.emailId - b.emailId);
  }

  /**
   * Sets the task to `handled` in the caller's transaction; false if another's lease is active or `leaseToken` is
   * stale.
   */
  async complete(tx: SqlTx, { id, mailboxId }: EmailPlace, actor: Actor, owner: string): Promise<boolean> {
    const { leaseToken = null, owner: named = null, principalId } = actor;
    const changed = await tx.query(complete, [owner, id, leaseToken, named, principalId, mailboxId]);
    return changed.length === 1;
  }
}
