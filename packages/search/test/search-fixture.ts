import { Database, statement } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { createTestDatabase, refuseRows } from '@mailroom/testing';
import { EmailRepository } from '@mailroom/mail';
import { EmailSearch } from '../src/email-search.js';
import { SearchBlockRepository } from '../src/search-block.repository.js';
import { SearchDatabase } from '../src/search-database.js';
import { SearchDeletionRepository } from '../src/search-deletion.repository.js';
import { SearchIndex } from '../src/search-index.js';
import { SearchIndexRepository } from '../src/search-index.repository.js';
import { type SearchFilter } from '../src/search-query.js';
import { SearchRangeRepository } from '../src/search-range.repository.js';
import { SearchRepository } from '../src/search.repository.js';
import { SearchSourceRepository } from '../src/search-source.repository.js';

export type TestEmail = {
  readonly subject?: string;
  readonly from?: { readonly name: string; readonly email: string };
  readonly to?: readonly { readonly name: string; readonly email: string }[];
  readonly text?: string;
  readonly sent?: boolean;
  readonly attachments?: number;
  readonly createdAt?: Date;
};

const insertEmail = statement(
  'test-insert-email',
  `with content as (
     insert into message_content (raw_id, plain_text, html, reference_ids) values ($2, $3, '', '{}'))
   insert into email (mailbox_id, direction, status, unread, raw_id, subject, from_email, from_name, to_addresses,
     attachment_count, created_at, ready_at)
   values ($1, $4, 'received', true, $2, $5, $6, $7, $8::jsonb, $9, $10, now()) returning id`,
);

/** Emails of one mailbox, as they are indexed. */
export const placesIn = (mailboxId: number, ids: readonly number[]) => ids.map((id) => ({ id, mailboxId }));

/** The index of a database, as another process has it. */
export function searchIndexOf(database: Database, index = new SearchDatabase(database)): SearchIndex {
  const source = new SearchSourceRepository(database);
  const blocks = new SearchBlockRepository(index, source);
  return new SearchIndex(source, new SearchIndexRepository(index), blocks, new SearchRangeRepository(index));
}

/** Starts a database with mailboxes to search, without the rest of the system. */
export async function startSearch() {
  const test = await createTestDatabase();
  const database = new Database({ url: test.url });
  const searchDatabase = new SearchDatabase(database);
  const deletions = new SearchDeletionRepository(database, searchDatabase);
  const blocks = new SearchBlockRepository(searchDatabase, new SearchSourceRepository(database));
  const indexer = searchIndexOf(database, searchDatabase);
  const search = new EmailSearch(new SearchRepository(searchDatabase), new EmailRepository(database), indexer);
  await database.use((client) => client.tenant.create({ data: { id: 'tnt_test', name: 'test' } }));
  const user = await database.use((client) => client.user.create({ data: { tenantId: 'tnt_test' } }));
  let mailboxes = 0;
  return {
    url: test.url,
    database,
    searchDatabase,
    indexer,
    blocks,
    /** Takes deleted emails out of the index. */
    forget: async () => {
      while (await deletions.apply(500, 0));
    },
    mailbox: async (): Promise<number> => {
      const address = `box${(mailboxes += 1)}@example.net`;
      const data = { tenantId: 'tnt_test', userId: user.id, address, domain: 'example.net' };
      return (await database.use((client) => client.mailbox.create({ data }))).id;
    },
    email: async (mailboxId: number, email: TestEmail): Promise<number> => {
      const { from = { name: '', email: 'x@example.org' }, to = [] } = email;
      const [row] = await database.query<{ id: number }>(insertEmail, [
        ...[mailboxId, uuidv7(), email.text ?? '', email.sent ? 1 : 0, email.subject ?? ''],
        ...[from.email, from.name, JSON.stringify(to), email.attachments ?? 0, email.createdAt ?? new Date()],
      ]);
      return row?.id ?? 0;
    },
    search: (mailboxId: number, filter: SearchFilter) =>
      search.search(mailboxId, filter, { limit: 50, oldestFirst: false, cursor: undefined }),
    find: async (
      mailboxId: number,
      filter: SearchFilter,
      page: { limit?: number; oldestFirst?: boolean; cursor?: number } = {},
    ) => {
      const { limit = 50, oldestFirst = false, cursor } = page;
      const { emails } = await search.search(mailboxId, filter, { limit, oldestFirst, cursor });
      return emails.map(({ id }) => id);
    },
    close: async () => {
      await database.close();
      await test.drop();
    },
  };
}

/** Longer than a process goes on with the place that it knows. */
export const FOLLOWED_MS = 2_500;

const empty = statement('test-empty', 'truncate email_index, email_block, search_range, search_mailbox, search_home');

/** Nothing is indexed in a database then, and it has no part in any index. */
export const emptyIndex = (database: Database) => database.query(empty);

const indexed = statement('test-indexed', 'select count(*)::int as count from email_index where mailbox_id = $1');

/** How many emails of a mailbox the index of a database has. */
export const indexedIn = async (database: Database, mailboxId: number) =>
  (await database.query<{ count: number }>(indexed, [mailboxId]))[0]?.count;

/** A database with mail, and beside it one that can have its search index. */
export async function startSearchWithOwnDatabase() {
  const search = await startSearch();
  const test = await createTestDatabase();
  const own = new Database({ url: test.url });
  return {
    search,
    own,
    close: async () => {
      await own.close();
      await test.drop();
      await search.close();
    },
  };
}

/** Has a database refuse emails with the word `refused` to its index; returns what has it accept them again. */
export const refuseSome = (database: Database) =>
  refuseRows(database, 'insert on email_index', `new.words @@ 'refused'`, 'string is too long for tsvector');
