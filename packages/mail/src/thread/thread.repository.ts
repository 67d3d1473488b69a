import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import type { Email } from '../email/email.js';
import { emailColumns, emailOf, type EmailRow } from '../email/email.row.js';
import { MAX_COUNTED, MAX_SENDERS, STRETCHES, type Thread, type ThreadPage } from './thread.js';

const MAX_ID = Number.MAX_SAFE_INTEGER;

type Order = 'asc' | 'desc';

const beyond = (order: Order) => (order === 'desc' ? '<' : '>');

const inDirection = (direction: 0 | 1, order: Order, size: number) =>
  `(select id, thread_id from email
    where mailbox_id = $1 and direction = ${direction} and ready_at is not null and id + 0 ${beyond(order)} $2
    order by id + 0 ${order} limit ${size})`;

/**
 * The newest emails of threads among the next `size` emails of mailbox $1 after id $2; at most $3. Both directions are
 * merged through `email_list_partial`, and `email_thread_partial` says for each thread in the stretch whether this is
 * its newest email. The look-up is a lateral maximum because Postgres planned an anti-join over the whole mailbox:
 * 1,000 ms for 200,000 emails instead of 2.5 ms for a stretch of 512.
 */
const stretch = (order: Order, size: number) =>
  statement(
    `thread-stretch-${order}-${size}`,
    `with walked as materialized (
       select id, thread_id from (${inDirection(0, order, size)} union all ${inDirection(1, order, size)}) e
       order by id ${order} limit ${size}),
     newest as materialized (
       select distinct on (thread_id) thread_id, id from walked order by thread_id, id desc)
     select array(
         select newest.id from newest cross join lateral (
           select max(n.id) as id from email n
           where n.mailbox_id = $1 and n.thread_id = newest.thread_id and n.ready_at is not null) top
         where top.id = newest.id order by newest.id ${order} limit $3)::float8[] as ids,
       (select ${order === 'desc' ? 'min' : 'max'}(id) from walked) as last, (select count(*) from walked) as count`,
  );

const stretches = {
  asc: STRETCHES.map((size) => stretch('asc', size)),
  desc: STRETCHES.map((size) => stretch('desc', size)),
};

/** The description of the threads whose newest emails are $1, all of mailbox $2. */
const describe = statement(
  'thread-describe',
  `select e.thread_id as "threadId", e.mailbox_id as "mailboxId", e.subject, e.id as "latestEmailId",
     e.created_at as "latestEmailAt", count.emails as "emailCount", count.unread as "unreadCount", senders.participants
   from email e
     cross join lateral (
       select count(*) as emails, count(*) filter (where unread) as unread from (
         select unread from email c
         where c.mailbox_id = $2 and c.thread_id = e.thread_id and c.ready_at is not null
         order by c.id desc limit ${MAX_COUNTED}) counted) count
     cross join lateral (
       select coalesce(json_agg(json_build_object('email', from_email, 'name', from_name) order by id desc), '[]')
         as participants
       from (
         select distinct on (from_email) from_email, from_name, id from (
           select from_email, from_name, id from email s
           where s.mailbox_id = $2 and s.thread_id = e.thread_id and s.ready_at is not null
           order by s.id desc limit ${MAX_SENDERS}) latest
         where from_email <> '' order by from_email, id desc) once) senders
   where e.id = any ($1::bigint[]) and e.mailbox_id = $2`,
);

const emailsOf = (order: Order) =>
  statement(
    `thread-emails-${order}`,
    `select ${emailColumns} from email e
     where mailbox_id = $1 and thread_id = $2 and ready_at is not null and id ${beyond(order)} $3
     order by id ${order} limit $4`,
  );

const emailLists = { asc: emailsOf('asc'), desc: emailsOf('desc') };

/** `last` is the id of the last email that was examined, `count` is how many were. */
export type Stretch = { readonly ids: readonly number[]; readonly last: number | null; readonly count: number };

@Injectable()
export class ThreadRepository {
  constructor(private readonly database: Database) {}

  /**
   * Returns ids of newest emails among the next emails after the cursor, at most `limit`; `step` is an index of
   * `STRETCHES`.
   */
  async walk(mailboxId: number, { cursor, oldestFirst, limit }: ThreadPage, step: number): Promise<Stretch> {
    const walk = stretches[oldestFirst ? 'asc' : 'desc'][step];
    if (!walk) throw new Error(`There is no stretch ${step}.`);
    const values = [mailboxId, cursor ?? (oldestFirst ? 0 : MAX_ID), limit];
    const [row] = await this.database.query<Stretch>(walk, values);
    return row ?? { ids: [], last: null, count: 0 };
  }

  /** Returns the threads in the order of `latestEmailIds`. */
  async describe(mailboxId: number, latestEmailIds: readonly number[]): Promise<Thread[]> {
    if (latestEmailIds.length === 0) return [];
    const threads = await this.database.query<Thread>(describe, [latestEmailIds, mailboxId]);
    const byId = new Map(threads.map((thread) => [thread.latestEmailId, thread]));
    return latestEmailIds.flatMap((id) => byId.get(id) ?? []);
  }

  async emails(mailboxId: number, threadId: string, { cursor, oldestFirst, limit }: ThreadPage): Promise<Email[]> {
    const values = [mailboxId, threadId, cursor ?? (oldestFirst ? 0 : MAX_ID), limit];
    const rows = await this.database.query<EmailRow>(emailLists[oldestFirst ? 'asc' : 'desc'], values);
    return rows.map(emailOf);
  }
}
