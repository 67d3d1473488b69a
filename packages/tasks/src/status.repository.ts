import { Injectable } from '@nestjs/common';
import { KeyedCommitters } from '@mailroom/concurrency';
import { anyUnseen, Database, statement } from '@mailroom/database';
import { active, allowedTo, outcomeOf, telling, type Outcomes, type TaskSet } from './lease.repository.js';
import { ownerOf, type Actor, type TaskStatus } from './task.js';
import type { TaskRow } from './task.row.js';
import { inWaves } from './waves.js';

/** The most tasks whose status one statement sets, unless a caller names more. */
const MAX_GROUP = 64;

/** Sets the status that somebody asks for, with a reason. All but `processing` end the lease. */
export const settingStatus = (status: string, asker: string, reason: string) => `status = ${status}, reason = ${reason},
     handled_by = case when ${status} in ('handled', 'needs_human', 'ignored') then ${asker} else t.handled_by end,
     handled_at = case when ${status} in ('handled', 'needs_human', 'ignored') then now() else t.handled_at end,
     attempts = case when ${status} in ('new', 'needs_human') then 0 else t.attempts end,
     lease_owner = case when ${status} <> 'processing' then null when ${active} then t.lease_owner else ${asker} end,
     lease_token = case when ${status} = 'processing' and ${active} then t.lease_token end,
     lease_principal_id = case when ${status} = 'processing' and ${active} then t.lease_principal_id end,
     lease_expires_at = case when ${status} <> 'processing' then null when ${active} then t.lease_expires_at else now() end`;

/**
 * SQL that sets statuses in the names of several, each task by itself; from parameter `n` on there are arrays of the email,
 * the lease token, the named owner, the principal, the status, who is recorded, and the reason.
 */
export function settingStatuses(mailbox: string, n: number): string {
  const types = ['bigint', 'text', 'text', 'text', 'text', 'text', 'text'];
  const arrays = types.map((type, index) => `$${n + index}::${type}[]`);
  return `update email_task t set ${settingStatus('c.status', 'c.asker', 'c.reason')}
     from unnest(${arrays.join(', ')}) as c (email_id, token, owner, principal, status, asker, reason)
     where t.mailbox_id = ${mailbox} and t.email_id = c.email_id and t.email_id = any (array(
         select email_id from email_task
         where email_id = ${anyUnseen(`$${n}::bigint[]`)} and mailbox_id = ${mailbox} and ready order by email_id for update))
       and ${allowedTo({ token: 'c.token', owner: 'c.owner', principal: 'c.principal' })}`;
}

/** A status that somebody sets. */
export type StatusChange = { readonly actor: Actor; readonly status: TaskStatus; readonly reason: string };

/** The values of one task, of which `settingStatuses` takes the columns. */
export function settingValues(emailId: number, { actor, status, reason }: StatusChange): readonly unknown[] {
  const { leaseToken = null, owner = null, principalId } = actor;
  return [emailId, leaseToken, owner, principalId, status, ownerOf(actor), reason];
}

/** One array for each column of the rows, as many as there are columns. */
export function columnsOf(rows: readonly (readonly unknown[])[], count: number): unknown[][] {
  return Array.from({ length: count }, (_, column) => rows.map((row) => row[column]));
}

/** $1 mailbox, and from $2 on what `settingStatuses` takes. */
const setStatuses = statement('task-set-statuses', telling(settingStatuses('$1::int', 2)));

/** What one caller asks: the same status for some tasks. */
type Setting = { readonly emailIds: readonly number[]; readonly change: StatusChange };

/**
 * Sets the status of tasks, each by itself. What is asked of a mailbox while its last statement is under way forms the next
 * one.
 */
@Injectable()
export class StatusRepository {
  readonly #settings = new KeyedCommitters<Setting, Outcomes>({
    maxGroup: MAX_GROUP,
    weightOf: ({ emailIds }) => emailIds.length,
  });

  constructor(private readonly database: Database) {}

  /** The tasks that were changed. */
  async set({ mailboxId, emailIds }: TaskSet, change: StatusChange): Promise<Outcomes> {
    return this.#settings.submit(String(mailboxId), { emailIds, change }, (settings) =>
      inWaves(settings, idsOf, (wave) => this.#set(mailboxId, wave)),
    );
  }

  async #set(mailboxId: number, settings: readonly Setting[]): Promise<Outcomes[]> {
    const rows = settings.flatMap(({ emailIds, change }) => emailIds.map((id) => settingValues(id, change)));
    const changed = await this.database.query<TaskRow>(setStatuses, [mailboxId, ...columnsOf(rows, 7)]);
    const rowOf = new Map(changed.map((row) => [row.email_id, row]));
    const changedOf = (ids: readonly number[]) => ids.flatMap((id) => rowOf.get(id) ?? []);
    return settings.map(({ emailIds }) => new Map(changedOf(emailIds).map((row) => [row.email_id, outcomeOf(row)])));
  }
}

const idsOf = ({ emailIds }: Setting) => emailIds;
