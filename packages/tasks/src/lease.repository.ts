import { Injectable } from '@nestjs/common';
import { Database, anyUnseen, statement, type Statement } from '@mailroom/database';
import { tellTaskChanges } from '@mailroom/messaging';
import { ownerOf, type Actor, type Task, type TaskStatus } from './task.js';
import { taskColumns, taskOf, type TaskRow } from './task.row.js';

/** What was found: `task` is null if the change was refused, and the rest says why. */
export type LeaseOutcome = {
  readonly task: Task | null;
  readonly wasActive: boolean;
  readonly wasOwned: boolean;
  readonly heldBy: string;
  readonly heldUntil: Date | null;
};

/** SQL for whether a lease on the task `t` is active. */
export const active = 'coalesce(t.lease_expires_at > now(), false)';

/** SQL for who acts: a lease token, a named owner, each null where there is none, and the principal. */
type Actors = { readonly token: string; readonly owner: string; readonly principal: string };

/** A lease token alone proves ownership. */
const ownedBy = ({
  token,
  owner,
  principal,
}: Actors) => `coalesce(case when ${token} is not null then t.lease_token = ${token}
  when ${owner} is not null then t.lease_owner = ${owner}
  else t.lease_principal_id = ${principal} end, false)`;

/** A stale lease token changes nothing, and another's lease is respected. */
export const allowedTo = (actors: Actors) =>
  `(not ${active} or ${ownedBy(actors)}) and (${actors.token} is null or (${active} and ${ownedBy(actors)}))`;

/** $1 email ids, $2 lease token, $3 named owner, $4 principal, $5 mailbox. */
const actors = { token: '$2::text', owner: '$3::text', principal: '$4' };
const owned = ownedBy(actors);
const allowed = allowedTo(actors);

const asked = `t.email_id = ${anyUnseen('$1::bigint[]')} and t.mailbox_id = $5::int and t.ready`;

/** Rows are always locked in the same order, so that overlapping batches wait for each other instead of deadlocking. */
const askedInOrder = `t.mailbox_id = $5::int and t.email_id = any (array(
  select t.email_id from email_task t where ${asked} order by t.email_id for update))`;

type Change = { readonly one: Statement; readonly several: Statement };

/** SQL of a statement that changes tasks, tells of it, and returns them. */
export const telling = (update: string) =>
  `with changed as (${update} returning t.*), ${tellTaskChanges('changed')} select ${taskColumns('t')} from changed t`;

const change = (name: string, update: (rows: string) => string): Change => ({
  one: statement(name, telling(update(asked))),
  several: statement(`${name}-several`, telling(update(askedInOrder))),
});

/** Finds what prevented a change that was not made; it runs seldom, so that the change itself stays small. */
const judge = statement('task-judge', `select ${taskColumns('t')}, ${owned} as owned from email_task t where ${asked}`);

const renew = change(
  'task-renew',
  (
    rows,
  ) => `update email_task t set lease_expires_at = now() + make_interval(secs => $6), reason = coalesce($7, t.reason),
     checkpoint = coalesce($8, t.checkpoint)
   where ${rows} and ${active} and ${owned}`,
);

/** $6 the status to leave, if any, $7 who asks. */
const release = change(
  'task-release',
  (rows) => `update email_task t set
     status = coalesce($6::text, case when ${active} and t.status = 'processing' then 'new' else t.status end),
     handled_by = case when $6::text in ('handled', 'needs_human', 'ignored') then $7::text else t.handled_by end,
     handled_at = case when $6::text in ('handled', 'needs_human', 'ignored') then now() else t.handled_at end,
     attempts = case when $6::text = 'needs_human' then 0 when ${active} then greatest(t.attempts - 1, 0) else t.attempts end,
     lease_owner = case when ${active} or $6::text <> 'processing' then null else t.lease_owner end,
     lease_token = null, lease_principal_id = null, lease_expires_at = null
   where ${rows} and ${allowed} and (${active} or $6::text is not null)`,
);

/** Tasks of one mailbox, by the ids of their emails. */
export type TaskSet = { readonly mailboxId: number; readonly emailIds: readonly number[] };

/** What became of tasks, by the ids of their emails. */
export type Outcomes = Map<number, LeaseOutcome>;

/**
 * What the holder of leases does with them. Each operation is one statement that judges and changes every task by
 * itself; the outcomes are keyed by email id, and a task that does not exist has none.
 */
@Injectable()
export class LeaseRepository {
  constructor(private readonly database: Database) {}

  async renew(
    tasks: TaskSet,
    actor: Actor,
    change: { ttlSeconds: number; reason?: string | undefined; checkpoint?: string | undefined },
  ): Promise<Outcomes> {
    const { ttlSeconds, reason = null, checkpoint = null } = change;
    return this.#run(renew, tasks, actor, [ttlSeconds, reason, checkpoint]);
  }

  /** Tasks without a lease stay as they are if no status is given. */
  async release(tasks: TaskSet, actor: Actor, status: TaskStatus | undefined): Promise<Outcomes> {
    const outcomes = await this.#run(release, tasks, actor, [status ?? null, ownerOf(actor)]);
    if (status !== undefined || actor.leaseToken !== undefined) return outcomes;
    const free = [...outcomes].filter(([, { task, wasActive }]) => !task && !wasActive).map(([emailId]) => emailId);
    for (const row of await this.#judge({ ...tasks, emailIds: free }, actor)) {
      outcomes.set(row.email_id, outcomeOf(row));
    }
    return outcomes;
  }

  async #run({ one, several }: Change, tasks: TaskSet, actor: Actor, values: unknown[]): Promise<Outcomes> {
    const { emailIds } = tasks;
    const change = emailIds.length === 1 ? one : several;
    const rows = await this.database.query<TaskRow>(change, [...who(tasks, actor), ...values]);
    const outcomes: Outcomes = new Map(rows.map((row) => [row.email_id, outcomeOf(row)]));
    const missing = emailIds.filter((emailId) => !outcomes.has(emailId));
    const refusals = await this.refusals({ ...tasks, emailIds: missing }, actor);
    return new Map([...outcomes, ...refusals]);
  }

  /** Why these tasks were not changed. */
  async refusals(tasks: TaskSet, actor: Actor): Promise<Outcomes> {
    return new Map((await this.#judge(tasks, actor)).map((row) => [row.email_id, refused(row)]));
  }

  async #judge(tasks: TaskSet, actor: Actor): Promise<JudgedRow[]> {
    if (tasks.emailIds.length === 0) return [];
    return this.database.query<JudgedRow>(judge, who(tasks, actor));
  }
}

type JudgedRow = TaskRow & { readonly owned: boolean };

function who({ emailIds, mailboxId }: TaskSet, actor: Actor): unknown[] {
  return [emailIds, actor.leaseToken ?? null, actor.owner ?? null, actor.principalId, mailboxId];
}

/** The outcome for a task that was changed. */
export function outcomeOf(row: TaskRow): LeaseOutcome {
  return { ...refused(row), task: taskOf(row) };
}

function refused(row: TaskRow & { readonly owned?: boolean }): LeaseOutcome {
  const { locked, owned: wasOwned = true, lease_owner: heldBy, lease_expires_at: heldUntil } = row;
  return { task: null, wasActive: locked, wasOwned, heldBy: heldBy ?? '', heldUntil };
}
