import { Injectable } from '@nestjs/common';
import { Database, anyUnseen, statement } from '@mailroom/database';
import { isReady, placesOf, type EmailAddressee, type EmailPlace } from '@mailroom/mail';
import { SEAL_AT } from './search.repository.js';

export type IndexableEmail = {
  readonly id: number;
  readonly mailboxId: number;
  readonly subject: string;
  readonly fromEmail: string;
  readonly fromName: string;
  readonly recipients: readonly EmailAddressee[];
  readonly text: string;
  /** The HTML of a message that has no text. */
  readonly html: string;
};

/** Ready emails that the index lacks. An end-to-end encrypted body can't be indexed, since we don't have it. */
const load = statement(
  'search-load',
  `select e.id, e.mailbox_id as "mailboxId", e.subject, e.from_email as "fromEmail", e.from_name as "fromName",
     e.to_addresses || e.cc_addresses || e.bcc_addresses || jsonb_build_object('email', e.recipient, 'name', '') as recipients,
     coalesce(c.plain_text, '') as text, case when c.plain_text = '' then c.html else '' end as html
   from email e left join message_content c on c.raw_id = e.raw_id
   where e.id = ${anyUnseen('$1::bigint[]')} and e.mailbox_id = ${anyUnseen('$2::int[]')} and ${isReady('e')}
     and (select x.email_id from email_index x where x.mailbox_id = e.mailbox_id and x.email_id = e.id) is null`,
);

/**
 * Adds emails ($1 id, mailbox and words), under a lock on each mailbox that is held until the commit. An email whose place among the
 * blocks is sealed is late. One that another process adds meanwhile is counted twice, until the blocks are arranged.
 */
const insert = statement(
  'search-insert',
  `with item as (
     select e.id, e.mailbox_id, e.direction, e.attachment_count > 0 as has_attachment, e.created_at, i.words::tsvector as words
     from json_to_recordset($1::json) as i (id bigint, "mailboxId" int, words text)
       join email e on e.id = i.id and e.mailbox_id = i."mailboxId"
     where not exists (select from email_index x where x.mailbox_id = e.mailbox_id and x.email_id = e.id)),
   mailbox as (
     insert into search_mailbox as s (mailbox_id, unsealed)
     select mailbox_id, count(*) from item group by mailbox_id order by mailbox_id
     on conflict (mailbox_id) do update set unsealed = s.unsealed + excluded.unsealed
     returning mailbox_id, sealed_until, unsealed),
   added as (
     insert into email_index (mailbox_id, email_id, direction, has_attachment, created_at, words, late)
     select i.mailbox_id, i.id, i.direction, i.has_attachment, i.created_at, i.words, i.id <= m.sealed_until
     from item i join mailbox m using (mailbox_id)
     on conflict do nothing returning mailbox_id, late)
   select mailbox_id as "mailboxId" from mailbox where unsealed >= ${SEAL_AT}
   union select mailbox_id from added where late`,
);

const findMissing = statement(
  'search-missing',
  `select id, mailbox_id as "mailboxId" from email e where id > $1 and ready_at is not null
     and not exists (select from email_index x where x.mailbox_id = e.mailbox_id and x.email_id = e.id) order by id limit $2`,
);

/**
 * Ready emails of a mailbox that the index does not have, among the $2 last of which the feed tells, and the $3 last that
 * were sent, which it tells of only when they leave. Each is looked up by itself: a join may read all of a large mailbox.
 */
const findUnindexed = statement(
  'search-unindexed',
  `select u.id from (
     (select email_id as id from feed_event where mailbox_id = $1 order by xid desc limit $2)
     union (select id from email where mailbox_id = $1 and direction = 1 and ready_at is not null
       order by id + 0 desc limit $3)) u
   where (select x.email_id from email_index x where x.mailbox_id = $1 and x.email_id = u.id) is null
     and (select e.ready_at from email e where e.mailbox_id = $1 and e.id = u.id) is not null
   order by u.id desc`,
);

/** Stops counting at $1. */
const findFlood = statement(
  'search-flood',
  `select count(*) >= $1::int as flooded from (
     select from email where ready_at is null order by mailbox_id, id limit $1::int) waiting`,
);

/** The search index as it is written. */
@Injectable()
export class SearchIndexRepository {
  constructor(private readonly database: Database) {}

  async load(emails: readonly EmailPlace[]): Promise<IndexableEmail[]> {
    return this.database.query<IndexableEmail>(load, placesOf(emails));
  }

  /** Returns the mailboxes whose blocks have to be arranged. */
  async insert(items: readonly (EmailPlace & { readonly words: string })[]): Promise<number[]> {
    const rows = await this.database.query<{ mailboxId: number }>(insert, [JSON.stringify(items)]);
    return rows.map(({ mailboxId }) => mailboxId);
  }

  /** Whether at least so many emails wait to be read. */
  async isFlooded(count: number): Promise<boolean> {
    return (await this.database.query<{ flooded: boolean }>(findFlood, [count]))[0]?.flooded ?? false;
  }

  /** Emails after one that the index does not have. */
  async missing(afterId: number, limit: number): Promise<EmailPlace[]> {
    return this.database.query<EmailPlace>(findMissing, [afterId, limit]);
  }

  /** Ready emails of a mailbox that the index does not have, among the `limit` last; youngest first. */
  async unindexed(mailboxId: number, limit: number): Promise<EmailPlace[]> {
    const values = [mailboxId, limit, Math.ceil(limit / 4)];
    return (await this.database.query<{ id: number }>(findUnindexed, values)).map(({ id }) => ({ id, mailboxId }));
  }
}
