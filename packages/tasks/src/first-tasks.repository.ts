import type { TurnFilter } from './claim-turn.js';
import { taskStatuses } from './task.js';

const MAX_SEQ = Number.MAX_SAFE_INTEGER;

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

/** The most tasks that one turn gives out. */
export const MAX_TURN = 64;

/** How many tasks other replicas may have locked when this one asks: those of two full turns. */
const LOCKED_BY_OTHERS = 2 * MAX_TURN;

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

/** Whether only new tasks are wanted, or those of any statuses. */
export type ClaimKind = 'new' | 'any';
/** The first tasks as each kind of claim finds them. */
export const firstTasks = { new: firstNew, any: firstOfAny };

/** A filter in the words of a turn: which statement finds what it lets through, in which order, and where to begin. */
export function placeOf({ oldestFirst, cursor, statuses }: TurnFilter) {
  const kind: ClaimKind = statuses.every((status) => status === 'new') ? 'new' : 'any';
  return {
    kind,
    order: oldestFirst ? ('asc' as const) : ('desc' as const),
    cursor: cursor ?? (oldestFirst ? 0 : MAX_SEQ),
  };
}
