import { Injectable } from '@nestjs/common';
import { Database, statement, type Statement } from '@mailroom/database';
import { ownerOf, type Actor, type Task, type TaskStatus } from './task.js';
import { taskColumns, taskOf, type TaskRow } from './task.row.js';

/** What was found: `task` is null when the change was refused, and the rest says why. */
export type LeaseOutcome = {
  readonly task: Task | null;
  readonly wasActive: boolean;
  readonly wasOwned: boolean;
  readonly heldBy: string;
  readonly heldUntil: Date | null;
};

/**
 * $1 email ids, $2 lease token, $3 named owner, $4 token id, $5 mailbox. A lease token alone proves ownership. Rows are
 * locked in one order, so that batches that overlap wait for each other instead of deadlocking.
 */
const found = `found as (
  select email_id, coalesce(lease_expires_at > now(), false) as active, lease_owner, lease_expires_at,
    coalesce(case when $2::text is not null then lease_token = $2
      when $3::text is not null then lease_owner = $3
      else lease_token_id = $4::int end, false) as owned
  from email_task where email_id = any ($1::bigint[]) and mailbox_id = $5::int and ready order by email_id for update)`;

const outcome = (changed: string) => `
  select f.email_id as "foundId", ${taskColumns('t')}, f.active as "wasActive", f.owned as "wasOwned",
    f.lease_owner as "heldBy", f.lease_expires_at as "heldUntil"
  from found f left join ${changed} t on t.email_id = f.email_id`;

const renew = statement(
  'task-renew',
  `with ${found}, renewed as (
     update email_task t set lease_expires_at = now() + make_interval(secs => $6), reason = coalesce($7, t.reason),
       checkpoint = coalesce($8, t.checkpoint)
     from found f where t.email_id = f.email_id and f.active and f.owned returning t.*)
   ${outcome('renewed')}`,
);

/** $6 the status to leave, if any, $7 who asks. A stale lease token changes nothing. */
const release = statement(
  'task-release',
  `with ${found}, released as (
     update email_task t set
       status = coalesce($6::text, case when f.active and t.status = 'processing' then 'new' else t.status end),
       handled_by = case when $6::text in ('handled', 'needs_human', 'ignored') then $7::text else t.handled_by end,
       handled_at = case when $6::text in ('handled', 'needs_human', 'ignored') then now() else t.handled_at end,
       attempts = case when $6::text = 'needs_human' then 0 when f.active then greatest(t.attempts - 1, 0) else t.attempts end,
       lease_owner = case when f.active or $6::text <> 'processing' then null else t.lease_owner end,
       lease_token = null, lease_token_id = null, lease_expires_at = null
     from found f
     where t.email_id = f.email_id and (not f.active or f.owned) and ($2::text is null or (f.active and f.owned))
       and (f.active or $6::text is not null)
     returning t.*),
   untouched as (
     select t.* from email_task t join found f on t.email_id = f.email_id
     where not f.active and $6::text is null and $2::text is null)
   ${outcome('(select * from released union all select * from untouched)')}`,
);

/** $6 status, $7 who asks, $8 reason. All but `processing` end the lease. */
const setStatus = statement(
  'task-set-status',
  `with ${found}, changed as (
     update email_task t set status = $6, reason = $8,
       handled_by = case when $6 in ('handled', 'needs_human', 'ignored') then $7 else t.handled_by end,
       handled_at = case when $6 in ('handled', 'needs_human', 'ignored') then now() else t.handled_at end,
       attempts = case when $6 in ('new', 'needs_human') then 0 else t.attempts end,
       lease_owner = case when $6 <> 'processing' then null when f.active then t.lease_owner else $7 end,
       lease_token = case when $6 = 'processing' and f.active then t.lease_token end,
       lease_token_id = case when $6 = 'processing' and f.active then t.lease_token_id end,
       lease_expires_at = case when $6 <> 'processing' then null when f.active then t.lease_expires_at else now() end
     from found f
     where t.email_id = f.email_id and (not f.active or f.owned) and ($2::text is null or (f.active and f.owned))
     returning t.*)
   ${outcome('changed')}`,
);

type OutcomeRow = TaskRow & {
  foundId: number;
  wasActive: boolean;
  wasOwned: boolean;
  heldBy: string | null;
  heldUntil: Date | null;
};

/** Tasks of one mailbox, by the ids of their emails. */
export type TaskSet = { readonly mailboxId: number; readonly emailIds: readonly number[] };

function who({ emailIds, mailboxId }: TaskSet, actor: Actor): unknown[] {
  return [emailIds, actor.leaseToken ?? null, actor.owner ?? null, actor.tokenId, mailboxId];
}

/**
 * What the holder of leases does with them. Each is one statement that locks the rows, judges each by itself and changes
 * it; the outcomes are by email id, and a task that does not exist has none.
 */
@Injectable()
export class LeaseRepository {
  constructor(private readonly database: Database) {}

  async renew(
    tasks: TaskSet,
    actor: Actor,
    change: { ttlSeconds: number; reason?: string | undefined; checkpoint?: string | undefined },
  ): Promise<Map<number, LeaseOutcome>> {
    const { ttlSeconds, reason = null, checkpoint = null } = change;
    return this.#run(renew, [...who(tasks, actor), ttlSeconds, reason, checkpoint]);
  }

  async release(tasks: TaskSet, actor: Actor, status: TaskStatus | undefined): Promise<Map<number, LeaseOutcome>> {
    return this.#run(release, [...who(tasks, actor), status ?? null, ownerOf(actor)]);
  }

  async setStatus(
    tasks: TaskSet,
    actor: Actor,
    status: TaskStatus,
    reason: string,
  ): Promise<Map<number, LeaseOutcome>> {
    return this.#run(setStatus, [...who(tasks, actor), status, ownerOf(actor), reason]);
  }

  async #run(change: Statement, values: unknown[]): Promise<Map<number, LeaseOutcome>> {
    const rows = await this.database.query<OutcomeRow>(change, values);
    return new Map(rows.map((row) => [row.foundId, outcomeOf(row)]));
  }
}

function outcomeOf(row: OutcomeRow): LeaseOutcome {
  const { wasActive, wasOwned, heldBy, heldUntil } = row;
  return { task: row.email_id === null ? null : taskOf(row), wasActive, wasOwned, heldBy: heldBy ?? '', heldUntil };
}
