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
import type { ClaimedTask, NextClaim, TurnFilter, TurnResult } from './claim-turn.js';
import { firstTasks, leaseValues, leasing, placeOf, type ClaimKind } from './claim.repository.js';
import { allowedTo, outcomeOf, settingStatus } from './lease.repository.js';
import { ownerOf } from './task.js';
import { prefixedTaskColumns, taskOf, unprefixed, type PrefixedTaskRow } from './task.row.js';

/**
 * One turn of a mailbox: ends tasks, and gives the first waiting ones to those who ask, in the order of their asking.
 * $1 mailbox, $2 where to begin, $3 how many. $4 to $8 a lease for each: owner, token, principal, seconds, reason. $9 to
 * $15 the tasks that end: email, token, named owner, principal, status, who is recorded, reason. $16 whether emails are
 * read, $17 whether their bodies are, $18 statuses unless only new ones are wanted.
 *
 * No task is both ended and given in one turn: what ends has an active lease in the snapshot, or is refused.
 */
function turn(kind: ClaimKind, order: 'asc' | 'desc'): Statement {
  const place = { mailbox: '$1::int', beyond: '$2::bigint', limit: unseen('$3::int'), statuses: '$18::text[]' };
  const lease = leasing({
    owner: 'l.owner',
    token: 'l.token',
    principal: 'l.principal',
    ttl: 'l.ttl',
    reason: 'l.reason',
  });
  return statement(
    `task-turn-${kind}-${order}`,
    `with ended as (
       update email_task t set ${settingStatus('c.status', 'c.asker', 'c.reason')}
       from unnest($9::bigint[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[])
         as c (email_id, token, owner, principal, status, asker, reason)
       where t.mailbox_id = $1::int and t.email_id = c.email_id and t.email_id = any (array(
           select email_id from email_task
           where email_id = any ($9::bigint[]) and mailbox_id = $1::int and ready order by email_id for update))
         and ${allowedTo({ token: 'c.token', owner: 'c.owner', principal: 'c.principal' })}
       returning t.*),
     first as materialized (select array(${firstTasks[kind](place, order)}) as ids),
     taken as (
       update email_task t set ${lease}
       from first, unnest($4::text[], $5::text[], $6::text[], $7::int[], $8::text[])
         with ordinality as l (owner, token, principal, ttl, reason, place)
       where t.mailbox_id = $1::int and t.email_id = any ((select ids from first)::bigint[])
         and l.place = array_position(first.ids, t.email_id)
       returning t.*, l.place),
     changed as (
       select email_id, mailbox_id, status from ended union all select email_id, mailbox_id, status from taken),
     ${tellTaskChanges('changed')}
     select t.place, ${prefixedTaskColumns('t')}, ${emailColumns}, ${contentColumns}
     from (select *, 0 as place from ended union all select * from taken) t
       left join lateral (
         select * from email where $16::boolean and t.place > 0
           and mailbox_id = $1::int and id = t.email_id and ready_at is not null offset 0) e on true
       left join message_content c on $17::boolean and c.raw_id = e.raw_id and ${isShort('c')}`,
  );
}

const statements = {
  new: { asc: turn('new', 'asc'), desc: turn('new', 'desc') },
  any: { asc: turn('any', 'asc'), desc: turn('any', 'desc') },
};

type TurnRow = PrefixedTaskRow &
  Omit<EmailRow, 'id'> &
  ContentRow & { readonly place: number; readonly id: number | null };

/** Ends tasks and gives out others, for several callers in one statement. */
@Injectable()
export class ClaimTurnRepository {
  constructor(private readonly database: Database) {}

  /** The results are in the order of the requests, no two of which end the same task. */
  async take(mailboxId: number, filter: TurnFilter, requests: readonly NextClaim[]): Promise<TurnResult[]> {
    const { kind, order, cursor } = placeOf(filter);
    const ending = requests.flatMap(({ completion }) => completion ?? []);
    const values = [
      ...[mailboxId, cursor, requests.length],
      ...columns(
        requests.map(({ claim }) => leaseValues(claim)),
        5,
      ),
      ...columns(
        ending.map(({ emailId, actor, status, reason }) => [
          emailId,
          actor.leaseToken ?? null,
          actor.owner ?? null,
          actor.principalId,
          status,
          ownerOf(actor),
          reason,
        ]),
        7,
      ),
      requests.some(({ part }) => part !== 'none'),
      requests.some(({ part }) => part === 'full'),
      ...(kind === 'any' ? [filter.statuses] : []),
    ];
    const rows = await this.database.query<TurnRow>(statements[kind][order], values);
    const taken = new Map(rows.filter(({ place }) => place > 0).map((row) => [row.place, claimedOf(row)]));
    const ended = new Map(
      rows.filter(({ place }) => place === 0).map((row) => [row.task_email_id, outcomeOf(unprefixed(row))]),
    );
    return requests.map(({ completion }, index) => ({
      taken: taken.get(index + 1) ?? null,
      ended: completion && ended.get(completion.emailId),
    }));
  }
}

/** One array for each column of the rows, as many as there are columns. */
function columns(rows: readonly (readonly unknown[])[], count: number): unknown[][] {
  return Array.from({ length: count }, (_, column) => rows.map((row) => row[column]));
}

function claimedOf(row: TurnRow): ClaimedTask {
  const task = taskOf(unprefixed(row));
  const { id } = row;
  return { task, email: id === null ? null : { email: emailOf({ ...row, id }), content: contentOf(row) } };
}
