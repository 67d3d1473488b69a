import { Injectable } from '@nestjs/common';
import { statement, unseen } from '@mailroom/database';
import type { EmailPlace } from '@mailroom/mail';
import { SearchDatabase } from './search-database.js';
import { SEAL_AT } from './search.repository.js';

/** An email as the index keeps it. */
export type IndexItem = EmailPlace & {
  readonly direction: number;
  readonly hasAttachment: boolean;
  readonly createdAt: Date;
  readonly words: string;
};

/** $1 mailboxes and $2 emails, in pairs. Each is looked up by itself: a join may read all of a large mailbox. */
const missing = statement(
  'search-missing',
  `select e.id, e.mailbox_id as "mailboxId"
   from unnest(${unseen('$1::int[]')}, ${unseen('$2::bigint[]')}) with ordinality as e (mailbox_id, id, place)
   where (select x.email_id from email_index x where x.mailbox_id = e.mailbox_id and x.email_id = e.id) is null
   order by e.place`,
);

/**
 * Adds emails, under a lock on each mailbox that is held until the commit. An email whose place among the blocks is sealed
 * is late. One that another process adds meanwhile is counted twice, until the blocks are arranged.
 */
const insert = statement(
  'search-insert',
  `with item as (
     select i.id, i."mailboxId" as mailbox_id, i.direction, i."hasAttachment" as has_attachment, i."createdAt" as created_at,
       i.words::tsvector as words
     from json_to_recordset($1::json) as i (
       id bigint, "mailboxId" int, direction smallint, "hasAttachment" boolean, "createdAt" timestamptz, words text)
     where (select x.email_id from email_index x where x.mailbox_id = i."mailboxId" and x.email_id = i.id) is null),
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

const clear = statement(
  'search-clear',
  `truncate email_index, email_block, search_range, search_posting, search_mailbox`,
);

/** The search index as it is written. */
@Injectable()
export class SearchIndexRepository {
  constructor(private readonly database: SearchDatabase) {}

  /** Those of the emails that the index does not have, in the order in which they are given. */
  async missing(emails: readonly EmailPlace[]): Promise<EmailPlace[]> {
    if (emails.length === 0) return [];
    const values = [emails.map(({ mailboxId }) => mailboxId), emails.map(({ id }) => id)];
    return this.database.query<EmailPlace>(missing, values);
  }

  /** Returns the mailboxes whose blocks have to be arranged. */
  async insert(items: readonly IndexItem[]): Promise<number[]> {
    const rows = await this.database.query<{ mailboxId: number }>(insert, [JSON.stringify(items)]);
    return rows.map(({ mailboxId }) => mailboxId);
  }

  /** Forgets everything. */
  async clear(): Promise<void> {
    await this.database.query(clear);
  }
}
