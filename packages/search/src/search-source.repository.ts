import { Injectable } from '@nestjs/common';
import { Database, anyUnseen, statement } from '@mailroom/database';
import { isReady, placesOf, type EmailAddressee, type EmailPlace } from '@mailroom/mail';
import { MAX_CHARACTERS } from './search-document.js';

export type IndexableEmail = {
  readonly id: number;
  readonly mailboxId: number;
  /** 0 received, 1 sent. */
  readonly direction: number;
  readonly hasAttachment: boolean;
  readonly createdAt: Date;
  readonly subject: string;
  readonly fromEmail: string;
  readonly fromName: string;
  readonly recipients: readonly EmailAddressee[];
  /** Its beginning, as far as words are read. */
  readonly text: string;
  /** The HTML of a message that has no text, as far as its text is looked for. */
  readonly html: string;
};

/** The limit on characters of the HTML in which text is looked for. */
export const MAX_HTML_CHARACTERS = 1_000_000;

/** Ready emails. An end-to-end encrypted body can't be indexed, since we don't have it. */
const load = statement(
  'search-load',
  `select e.id, e.mailbox_id as "mailboxId", e.direction, e.attachment_count > 0 as "hasAttachment", e.created_at as "createdAt",
     e.subject, e.from_email as "fromEmail", e.from_name as "fromName",
     e.to_addresses || e.cc_addresses || e.bcc_addresses || jsonb_build_object('email', e.recipient, 'name', '') as recipients,
     coalesce(left(c.plain_text, ${MAX_CHARACTERS}), '') as text,
     case when c.plain_text = '' then left(c.html, ${MAX_HTML_CHARACTERS}) else '' end as html
   from email e left join message_content c on c.raw_id = e.raw_id
   where e.id = ${anyUnseen('$1::bigint[]')} and e.mailbox_id = ${anyUnseen('$2::int[]')} and ${isReady('e')}`,
);

const findReady = statement(
  'search-ready',
  `select id, mailbox_id as "mailboxId" from email where id > $1 and ready_at is not null order by id limit $2`,
);

/**
 * Ready emails of a mailbox among the $2 last of which the feed tells, and the $3 last that were sent, which it tells of
 * only when they leave. Each is looked up by itself: a join may read all of a large mailbox.
 */
const findLatest = statement(
  'search-latest',
  `select u.id from (
     (select email_id as id from feed_event where mailbox_id = $1 order by xid desc limit $2)
     union (select id from email where mailbox_id = $1 and direction = 1 and ready_at is not null
       order by id + 0 desc limit $3)) u
   where (select e.ready_at from email e where e.mailbox_id = $1 and e.id = u.id) is not null
   order by u.id desc`,
);

/** Blocks wait for so long for an email that is not in the index yet; then it comes late. */
const AWAITED = `interval '10 minutes'`;

/** The first email between $2 and $3 that is to come: one that is not read yet, or one that is ready and not among $4. */
const findAwaited = statement(
  'search-awaited',
  `select min(id) as id from (
     (select id from email where mailbox_id = $1::int and ready_at is null and id > $2::bigint and id < $3::bigint
        and created_at > now() - ${AWAITED} order by id limit 1)
     union all
     select r.id from (values (0), (1)) d (direction) cross join lateral (
       select e.id from email e where e.mailbox_id = $1::int and e.direction = d.direction and e.ready_at is not null
         and e.id + 0 > $2::bigint and e.id + 0 < $3::bigint and e.created_at > now() - ${AWAITED}
         and e.id not in (select unnest($4::bigint[]))
       order by e.id + 0 limit 1) r) awaited`,
);

/** Stops counting at $1. */
const findFlood = statement(
  'search-flood',
  `select count(*) >= $1::int as flooded from (
     select from email where ready_at is null order by mailbox_id, id limit $1::int) waiting`,
);

/** What the search index is made of, in the database of the mail. */
@Injectable()
export class SearchSourceRepository {
  constructor(private readonly database: Database) {}

  async load(emails: readonly EmailPlace[]): Promise<IndexableEmail[]> {
    return emails.length === 0 ? [] : this.database.query<IndexableEmail>(load, placesOf(emails));
  }

  /** Ready emails after one, in the order of their ids. */
  async ready(afterId: number, limit: number): Promise<EmailPlace[]> {
    return this.database.query<EmailPlace>(findReady, [afterId, limit]);
  }

  /** The `limit` last emails that became ready in a mailbox, and some that were sent; youngest first. */
  async latest(mailboxId: number, limit: number): Promise<EmailPlace[]> {
    const values = [mailboxId, limit, Math.ceil(limit / 4)];
    return (await this.database.query<{ id: number }>(findLatest, values)).map(({ id }) => ({ id, mailboxId }));
  }

  /** The first email behind one that is to come before the last of those that are there; null if there is none. */
  async awaited(mailboxId: number, afterId: number, ids: readonly number[]): Promise<number | null> {
    const values = [mailboxId, afterId, ids.at(-1) ?? 0, ids];
    return (await this.database.query<{ id: number | null }>(findAwaited, values))[0]?.id ?? null;
  }

  /** Whether at least so many emails wait to be read. */
  async isFlooded(count: number): Promise<boolean> {
    return (await this.database.query<{ flooded: boolean }>(findFlood, [count]))[0]?.flooded ?? false;
  }
}
