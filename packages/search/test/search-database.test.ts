import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { EmailRepository } from '@mailroom/mail';
import { EmailSearch } from '../src/email-search.js';
import { SearchDatabase } from '../src/search-database.js';
import { SearchDeletionRepository } from '../src/search-deletion.repository.js';
import { SearchMove } from '../src/search-move.js';
import { SearchRepository } from '../src/search.repository.js';
import { SearchSourceRepository } from '../src/search-source.repository.js';
import {
  emptyIndex,
  FOLLOWED_MS,
  indexedIn,
  placesIn,
  searchIndexOf,
  startSearchWithOwnDatabase,
} from './search-fixture.js';

let databases: Awaited<ReturnType<typeof startSearchWithOwnDatabase>>;
let search: typeof databases.search;
let own: Database;
beforeAll(async () => {
  databases = await startSearchWithOwnDatabase();
  ({ search, own } = databases);
});
afterAll(() => databases.close());

beforeEach(async () => {
  for (const database of [search.database, own]) await emptyIndex(database);
});

const tell = statement(
  'test-tell',
  `insert into feed_event (mailbox_id, type, email_id) select $1, 'email.received', $2`,
);
const deleted = statement('test-deleted', 'delete from email where id = any ($1)');
const later = statement('test-later', `update search_deletion set deleted_at = deleted_at - interval '11 minutes'`);

/** A process with both databases, or with one. */
function process(database: SearchDatabase) {
  const indexer = searchIndexOf(search.database, database);
  const found = new EmailSearch(new SearchRepository(database), new EmailRepository(search.database), indexer);
  const deletions = new SearchDeletionRepository(search.database, database);
  return {
    indexer,
    move: new SearchMove(database, new SearchSourceRepository(search.database)),
    forget: async () => {
      while (await deletions.apply(100, 0));
    },
    find: async (mailboxId: number, q: string, limit = 50) => {
      const { emails } = await found.search(mailboxId, { q }, { limit, oldestFirst: false, cursor: undefined });
      return emails.map(({ id }) => id);
    },
  };
}

const both = () => process(new SearchDatabase(search.database, own));

async function filled(texts: readonly string[]) {
  const mailboxId = await search.mailbox();
  const createdAt = new Date(Date.now() - 3_600_000);
  const ids: number[] = [];
  for (const text of texts) ids.push(await search.email(mailboxId, { text, createdAt }));
  return { mailboxId, ids };
}

describe('a database for the search index alone', () => {
  it('has the index from the beginning where nothing was indexed before', async () => {
    const { mailboxId, ids } = await filled(Array.from({ length: 200 }, (_, index) => `common w${index}`));
    const { indexer, find } = both();
    await indexer.add(placesIn(mailboxId, ids));
    expect(await find(mailboxId, 'common', 300)).toEqual([...ids].reverse());
    expect(await find(mailboxId, 'w7')).toEqual([ids[7]]);
    expect([await indexedIn(search.database, mailboxId), await indexedIn(own, mailboxId)]).toEqual([0, 200]);
  });

  it('stays unused until it is moved to where there is an index already', async () => {
    const { mailboxId, ids } = await filled(['alpha']);
    await process(new SearchDatabase(search.database)).indexer.add(placesIn(mailboxId, ids));
    const more = await search.email(mailboxId, { text: 'alpha' });
    const { indexer, find } = both();
    await indexer.add(placesIn(mailboxId, [more]));
    expect(await find(mailboxId, 'alpha')).toEqual([more, ids[0]]);
    expect([await indexedIn(search.database, mailboxId), await indexedIn(own, mailboxId)]).toEqual([2, 0]);
  });

  it('is not needed before the index moves there', async () => {
    const { mailboxId, ids } = await filled(['alpha']);
    await process(new SearchDatabase(search.database)).indexer.add(placesIn(mailboxId, ids));
    const away = new Database({ url: 'postgresql://nobody@127.0.0.1:1/away' });
    const { indexer, find, move } = process(new SearchDatabase(search.database, away));
    const more = await search.email(mailboxId, { text: 'alpha' });
    await indexer.add(placesIn(mailboxId, [more]));
    expect(await find(mailboxId, 'alpha')).toEqual([more, ids[0]]);
    await expect(move.to('own', 0)).rejects.toMatchObject({ code: 'unavailable' });
    await away.close();
  });

  it('gets the index and gives it back while mail comes in, is searched and is deleted', async () => {
    const { mailboxId, ids } = await filled(Array.from({ length: 150 }, (_, index) => `common w${index}`));
    const [writer, reader] = [both(), both()];
    await writer.indexer.add(placesIn(mailboxId, ids));
    await reader.move.to('main', 0);
    for (const place of ['own', 'main'] as const) {
      let moving = true;
      const moved = reader.move.to(place, FOLLOWED_MS).finally(() => (moving = false));
      while (moving) {
        const [gone] = ids.splice(10, 1);
        ids.push(await search.email(mailboxId, { text: 'common' }));
        await search.database.query(tell, [mailboxId, ids.at(-1)]);
        await writer.indexer.add(placesIn(mailboxId, ids.slice(-1)));
        await search.database.query(deleted, [[gone]]);
        await writer.forget();
        expect(await reader.find(mailboxId, 'common', 500)).toEqual([...ids].reverse());
      }
      expect(await moved).toMatchObject({ place });
      for (const { find } of [writer, reader]) expect(await find(mailboxId, 'common', 500)).toEqual([...ids].reverse());
      // One that was under way to the new place when it was deleted goes out the second time.
      await search.database.query(later);
      await writer.forget();
      const counts = [await indexedIn(search.database, mailboxId), await indexedIn(own, mailboxId)];
      expect(counts).toEqual(place === 'own' ? [0, ids.length] : [ids.length, 0]);
    }
  }, 60_000);

  it('is moved to again where the move was interrupted', async () => {
    const { mailboxId, ids } = await filled(['alpha', 'alpha']);
    await process(new SearchDatabase(search.database)).indexer.add(placesIn(mailboxId, ids));
    const there = new SearchDatabase(search.database, own, 'own');
    await searchIndexOf(search.database, there).add(placesIn(mailboxId, ids.slice(0, 1)));
    const { move, find } = both();
    await move.to('own', 0);
    expect((await move.to('own', 0)).added).toBe(0);
    expect(await find(mailboxId, 'alpha')).toEqual([...ids].reverse());
    expect(await indexedIn(search.database, mailboxId)).toBe(0);
  });

  it('is missed by a process that was not told of it, or of another one', async () => {
    const { mailboxId, ids } = await filled(['alpha']);
    await both().indexer.add(placesIn(mailboxId, ids));
    const missing = { code: 'unavailable', message: expect.stringContaining('SEARCH_DATABASE_URL') };
    await expect(process(new SearchDatabase(search.database)).find(mailboxId, 'alpha')).rejects.toMatchObject(missing);
    await own.query(statement('test-other', 'update search_home set own = gen_random_uuid(), mail = null'));
    await expect(both().find(mailboxId, 'alpha')).rejects.toMatchObject(missing);
    await both().move.to('own', 0);
    expect(await both().find(mailboxId, 'alpha')).toEqual(ids);
    const alone = process(new SearchDatabase(search.database));
    await expect(alone.move.to('own', 0)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('is not shared with another installation', async () => {
    const { mailboxId, ids } = await filled(['alpha']);
    await process(new SearchDatabase(search.database)).indexer.add(placesIn(mailboxId, ids));
    await own.query(statement('test-taken', 'insert into search_home (mail) values (gen_random_uuid())'));
    const taken = { code: 'unavailable', message: expect.stringContaining('other mail') };
    await expect(both().move.to('own', 0)).rejects.toMatchObject(taken);
    await emptyIndex(search.database);
    await expect(both().indexer.add(placesIn(mailboxId, ids))).rejects.toMatchObject(taken);
    expect(await indexedIn(own, mailboxId)).toBe(0);
  });
});

describe('a deleted email', () => {
  it('is found no more at once, and others take its place in the page', async () => {
    const { mailboxId, ids } = await filled(Array.from({ length: 30 }, () => 'common'));
    await search.indexer.add(placesIn(mailboxId, ids));
    await search.database.query(deleted, [ids.slice(20)]);
    const { find } = process(search.searchDatabase);
    expect(await find(mailboxId, 'common', 5)).toEqual(ids.slice(15, 20).reverse());
    expect(await find(mailboxId, 'common')).toEqual(ids.slice(0, 20).reverse());
  });

  it('goes out of the index also where it was on its way in, and is remembered until nobody can bring it', async () => {
    const { mailboxId, ids } = await filled(['alpha', 'beta']);
    const source = new SearchSourceRepository(search.database);
    const [places, { forget }] = [placesIn(mailboxId, ids), process(search.searchDatabase)];
    const emails = await source.load(places);
    await search.database.query(deleted, [ids]);
    await forget();
    await search.database.query(
      statement(
        'test-brought',
        `insert into email_index (mailbox_id, email_id, direction, has_attachment, created_at, words)
         select $1, unnest($2::bigint[]), 0, false, now(), to_tsvector('simple', 'alpha')`,
      ),
      [mailboxId, emails.map(({ id }) => id)],
    );
    await forget();
    expect(await indexedIn(search.database, mailboxId)).toBe(2);
    await search.database.query(later);
    await forget();
    expect(await indexedIn(search.database, mailboxId)).toBe(0);
    const left = statement('test-remembered', 'select count(*)::int as count from search_deletion');
    expect(await search.database.query(left)).toEqual([{ count: 0 }]);
  });
});
