import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import type { EmailPlace } from '@mailroom/mail';
import { SearchDatabase } from './search-database.js';

/** After this long, nobody who saw the email before it was deleted is still adding it: no statement takes as long. */
const SETTLED = `interval '10 minutes'`;

const find = statement(
  'search-deletions',
  `(select email_id as id, mailbox_id as "mailboxId" from search_deletion where not done
    order by email_id limit $1::int + $2::int)
   union all
   (select email_id, mailbox_id from search_deletion where done and deleted_at < now() - ${SETTLED}
    order by deleted_at limit $1::int + $2::int)
   limit $1::int offset $2::int`,
);

const remove = statement(
  'search-remove',
  `delete from email_index x using unnest($1::int[], $2::bigint[]) as d (mailbox_id, email_id)
   where x.mailbox_id = d.mailbox_id and x.email_id = d.email_id`,
);

/** What went out of the index once is kept until it went out twice. */
const settle = statement(
  'search-deletions-settle',
  `with gone as (
     delete from search_deletion where email_id = any ($1::bigint[]) and done and deleted_at < now() - ${SETTLED} returning email_id)
   update search_deletion set done = true where email_id = any ($1::bigint[]) and not done`,
);

/** Deleted emails, of which the search index hears afterwards. */
@Injectable()
export class SearchDeletionRepository {
  constructor(
    private readonly main: Database,
    private readonly index: SearchDatabase,
  ) {}

  /**
   * Takes deleted emails out of the index, wherever it is or is being built, at most `limit` behind the first `offset`, those
   * first that were not taken out before; resolves to how many there were. Each is taken out once more later: it may be under way into the index when it is deleted.
   */
  async apply(limit: number, offset: number): Promise<number> {
    const emails = await this.main.query<EmailPlace>(find, [limit, offset]);
    if (emails.length === 0) return 0;
    const ids = emails.map(({ id }) => id);
    await this.index.queryAll(remove, [emails.map(({ mailboxId }) => mailboxId), ids]);
    await this.main.query(settle, [ids]);
    return emails.length;
  }
}
