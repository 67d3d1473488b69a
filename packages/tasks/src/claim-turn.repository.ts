import { Injectable } from '@nestjs/common';
import { Database, statement, unseen, type Statement } from '@mailroom/database';
import {
  contentColumns,
  contentOf,
  emailColumns,
  emailOf,
  isShort,
  type ContentRow,
  type EmailRow,
} from '@mailroom/mail';
import { tellTaskChanges } from '@mailroom/messaging';
import type { ClaimedTask, TurnFilter, TurnRequest, TurnResult } from './claim-turn.js';
import { leaseValues, leasing } from './claim.repository.js';
import { firstTasks, placeOf, type ClaimKind } from './first-tasks.repository.js';
import { outcomeOf } from './lease.repository.js';
import { columnsOf, settingStatuses, settingValues } from './status.repository.js';
import { prefixedTaskColumns, taskOf, unprefixed, type PrefixedTaskRow } from './task.row.js';

const withoutEmails = `select t.request, ${prefixedTaskColumns('t')} from changed t`;

/** The parameters from `n` on say whether each request reads emails, and whether it reads their bodies. */
const withEmails = (n: number) => `select t.request, ${prefixedTaskColumns('t')}, ${emailColumns}, ${contentColumns}
     from changed t
       left join lateral (
         select * from email where ($${n}::boolean[])[t.request]
           and mailbox_id = $1::int and id = t.email_id and ready_at is not null offset 0) e on true
       left join message_content c on ($${n + 1}::boolean[])[t.request] and c.raw_id = e.raw_id and ${isShort('c')}`;

/** What a turn reads of what it changed: the tasks alone, or their emails too. */
type Reading = 'tasks' | 'emails';

/**
 * One turn of a mailbox: ends tasks, and gives the first waiting ones to those who ask, in the order of their asking.
 * $1 mailbox, $2 where to begin, $3 how many. $4 to $8 a lease for each request: owner, token, principal, seconds, reason.
 * $9 to $15 the tasks that end, as `settingStatuses` takes them. $16 for each of the first tasks the request that gets it.
 * Then statuses, unless only new ones are wanted, and what `withEmails` takes.
 *
 * No task is both ended and given in one turn: what ends has an active lease in the snapshot, or is refused.
 */
function turn(kind: ClaimKind, order: 'asc' | 'desc', reading: Reading): Statement {
  const place = { mailbox: '$1::int', beyond: '$2::bigint', limit: unseen('$3::int'), statuses: '$17::text[]' };
  const lease = leasing({
    owner: 'l.owner',
    token: 'l.token',
    principal: 'l.principal',
    ttl: 'l.ttl',
    reason: 'l.reason',
  });
  return statement(
    `task-turn-${kind}-${order}-${reading}`,
    `with ended as (${settingStatuses('$1::int', 9)} returning t.*),
     first as materialized (select array(${firstTasks[kind](place, order)}) as ids),
     taken as (
       update email_task t set ${lease}
       from first cross join lateral unnest(first.ids, $16::int[]) as p (email_id, request)
         join unnest($4::text[], $5::text[], $6::text[], $7::int[], $8::text[])
           with ordinality as l (owner, token, principal, ttl, reason, request) on l.request = p.request
       where t.mailbox_id = $1::int and t.email_id = any ((select ids from first)::bigint[]) and t.email_id = p.email_id
       returning t.*, p.request),
     changed as (select *, 0 as request from ended union all select * from taken),
     ${tellTaskChanges('changed')}
     ${reading === 'tasks' ? withoutEmails : withEmails(kind === 'any' ? 18 : 17)}`,
  );
}

const both = (kind: ClaimKind, reading: Reading) => ({
  asc: turn(kind, 'asc', reading),
  desc: turn(kind, 'desc', reading),
});
const statements = {
  tasks: { new: both('new', 'tasks'), any: both('any', 'tasks') },
  emails: { new: both('new', 'emails'), any: both('any', 'emails') },
};

/** What was taken has the number of its request, from 1 on, and what ended has 0. `id` is the email's, if it was read. */
type TurnRow = PrefixedTaskRow &
  Omit<EmailRow, 'id'> &
  ContentRow & { readonly request: number; readonly id?: number | null };

/** Ends tasks and gives out others, for several callers in one statement. */
@Injectable()
export class ClaimTurnRepository {
  constructor(private readonly database: Database) {}

  /** The results are in the order of the requests, no two of which end the same task. */
  async take(mailboxId: number, filter: TurnFilter, requests: readonly TurnRequest[]): Promise<TurnResult[]> {
    const { kind, order, cursor } = placeOf(filter);
    const reading = requests.some(({ part }) => part !== 'none') ? 'emails' : 'tasks';
    const values = [
      ...valuesOf(mailboxId, cursor, requests),
      ...(kind === 'any' ? [filter.statuses] : []),
      ...(reading === 'emails' ? readingOf(requests) : []),
    ];
    const rows = await this.database.query<TurnRow>(statements[reading][kind][order], values);
    const ended = new Map(
      rows.filter(({ request }) => request === 0).map((row) => [row.task_email_id, outcomeOf(unprefixed(row))]),
    );
    return requests.map(({ completion }, index) => ({
      taken: inOrder(order, rows.filter(({ request }) => request === index + 1).map(claimedOf)),
      ended: completion && ended.get(completion.emailId),
    }));
  }
}

function valuesOf(mailboxId: number, beyond: number, requests: readonly TurnRequest[]): unknown[] {
  const requestOfEach = requests.flatMap(({ limit }, index) => Array.from({ length: limit }, () => index + 1));
  const leases = requests.map(({ claim }) => leaseValues(claim));
  const endings = requests.flatMap(({ completion }) =>
    completion ? [settingValues(completion.emailId, completion)] : [],
  );
  return [mailboxId, beyond, requestOfEach.length, ...columnsOf(leases, 5), ...columnsOf(endings, 7), requestOfEach];
}

function readingOf(requests: readonly TurnRequest[]): boolean[][] {
  return [requests.map(({ part }) => part !== 'none'), requests.map(({ part }) => part === 'full')];
}

function inOrder(order: 'asc' | 'desc', claimed: ClaimedTask[]): ClaimedTask[] {
  const sign = order === 'asc' ? 1 : -1;
  return claimed.sort((a, b) => sign * (a.task.emailId - b.task.emailId));
}

function claimedOf(row: TurnRow): ClaimedTask {
  const task = taskOf(unprefixed(row));
  const { id = null } = row;
  return { task, email: id === null ? null : { email: emailOf({ ...row, id }), content: contentOf(row) } };
}
