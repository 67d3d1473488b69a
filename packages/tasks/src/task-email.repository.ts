import { Injectable } from '@nestjs/common';
import { GatheredReads } from '@mailroom/concurrency';
import { Database, statement, unseen } from '@mailroom/database';
import {
  contentColumns,
  contentOf,
  emailColumns,
  emailOf,
  isReady,
  isShort,
  mailboxOf,
  type ContentRow,
  type EmailRow,
  type FullEmail,
} from '@mailroom/mail';
import { tellTaskChanges } from '@mailroom/messaging';
import { allowedTo } from './lease.repository.js';
import { settingStatus } from './status.repository.js';
import { ownerOf, type Actor, type Task, type TaskStatus } from './task.js';
import { prefixedTaskColumns, taskOf, unprefixed, type PrefixedTaskRow } from './task.row.js';

/** An email with its bodies and its task; sent emails have none. */
export type TaskEmail = FullEmail & { readonly task: Task | null };

/** Whose tasks somebody may change: those of a tenant, or of one mailbox of it. */
export type Reach = { readonly tenantId: string; readonly mailboxId: number | null };

const shown = (t: string) => `${prefixedTaskColumns(t)}, ${emailColumns}, ${contentColumns}`;

/** The most emails that one statement reads. */
const MAX_GROUP = 16;

/** $1 email ids, $2 for each its mailbox or null. Where there are several, long bodies are left out, and that is told. */
const find = statement(
  'task-email-find',
  `select w.place, c.raw_id is null and exists (select from message_content l where l.raw_id = e.raw_id) as "isLeftOut",
     ${shown('t')}
   from unnest(${unseen('$1::bigint[]')}, $2::int[]) with ordinality as w (id, mailbox_id, place)
     cross join lateral (
       select * from email e
       where e.id = w.id and e.mailbox_id = ${mailboxOf('email', 'w.id', 'w.mailbox_id')} and ${isReady('e')} offset 0) e
     left join message_content c on c.raw_id = e.raw_id and (cardinality($1::bigint[]) = 1 or ${isShort('c')})
     left join lateral (
       select * from email_task t where t.email_id = e.id and t.mailbox_id = e.mailbox_id and t.ready offset 0) t on true`,
);

/** $1 email id, $2 lease token, $3 named owner, $4 principal, $5 mailbox, $6 status, $7 who asks, $8 reason, $9 tenant. */
const setStatus = statement(
  'task-email-set-status',
  `with changed as (
     update email_task t set ${settingStatus('$6', '$7', '$8')}
     where t.email_id = $1 and t.mailbox_id = ${mailboxOf('email', '$1', '$5')} and t.ready and ${allowedTo({ token: '$2::text', owner: '$3::text', principal: '$4' })}
       and exists (select from mailbox m where m.id = t.mailbox_id and m.tenant_id = $9 and ($5::int is null or m.id = $5))
       and exists (select from email e where e.id = $1 and e.mailbox_id = t.mailbox_id and ${isReady('e')})
     returning t.*),
   ${tellTaskChanges('changed')}
   select ${shown('t')} from changed t join email e on e.id = t.email_id and e.mailbox_id = t.mailbox_id
     left join message_content c on c.raw_id = e.raw_id`,
);

type Row = { [Name in keyof PrefixedTaskRow]: PrefixedTaskRow[Name] | null } & EmailRow & ContentRow;

/** Which email is looked for, and the one mailbox in which it may be; null for any. */
type Sought = { readonly emailId: number; readonly mailboxId: number | null };

type FoundRow = Row & { readonly place: number; readonly isLeftOut: boolean };

/** One email with its task, in one statement. Emails that are asked for at once are read together. */
@Injectable()
export class TaskEmailRepository {
  readonly #reads = new GatheredReads<Sought, FoundRow | null>((sought) => this.#read(sought), { maxGroup: MAX_GROUP });

  constructor(private readonly database: Database) {}

  /** Returns an email that is ready, of one mailbox or, if that is null, whoever owns it: the caller checks. */
  async find(emailId: number, mailboxId: number | null): Promise<TaskEmail | null> {
    const sought = { emailId, mailboxId };
    const found = await this.#reads.get(sought);
    const [row] = found?.isLeftOut ? await this.#read([sought]) : [found];
    return row ? taskEmailOf(row) : null;
  }

  /** Null if it was not changed; why, is for the caller to find out. */
  async setStatus(
    emailId: number,
    { tenantId, mailboxId }: Reach,
    actor: Actor,
    { status, reason }: { status: TaskStatus; reason: string },
  ): Promise<TaskEmail | null> {
    const { leaseToken = null, owner = null, principalId } = actor;
    const who = [leaseToken, owner, principalId, mailboxId];
    const values = [emailId, ...who, status, ownerOf(actor), reason, tenantId];
    const [row] = await this.database.query<Row>(setStatus, values);
    return row ? taskEmailOf(row) : null;
  }

  async #read(sought: readonly Sought[]): Promise<(FoundRow | null)[]> {
    const values = [sought.map(({ emailId }) => emailId), sought.map(({ mailboxId }) => mailboxId)];
    const rows = await this.database.query<FoundRow>(find, values);
    const found = new Map(rows.map((row) => [row.place, row]));
    return sought.map((_, index) => found.get(index + 1) ?? null);
  }
}

function taskEmailOf(row: Row): TaskEmail {
  const task = row.task_email_id === null ? null : taskOf(unprefixed(row as PrefixedTaskRow));
  return { email: emailOf(row), content: contentOf(row), task };
}
