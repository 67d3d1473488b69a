import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { statement } from '@mailroom/database';
import { emailReceived, type Event } from '@mailroom/events';
import { EmailRepository } from '@mailroom/mail';
import type { EventBus, EventHandler } from '@mailroom/messaging';
import { refuseRows, until } from '@mailroom/testing';
import { EmailSearch } from '../src/email-search.js';
import { SearchBlockRepository } from '../src/search-block.repository.js';
import { SearchDeletionRepository } from '../src/search-deletion.repository.js';
import { SearchIndex } from '../src/search-index.js';
import { SearchIndexRepository, type IndexItem } from '../src/search-index.repository.js';
import { SearchIndexer } from '../src/search-indexer.js';
import { SearchRangeRepository } from '../src/search-range.repository.js';
import { SearchRepository } from '../src/search.repository.js';
import { SearchSourceRepository } from '../src/search-source.repository.js';
import { indexedIn, placesIn, refuseSome, startSearch } from './search-fixture.js';

let search: Awaited<ReturnType<typeof startSearch>>;
let accept: () => Promise<void>;
beforeAll(async () => {
  search = await startSearch();
});
afterEach(async () => {
  await accept();
  await search.indexer.addMissing();
});
afterAll(() => search.close());

/** Mail of which Postgres refuses one to the index, and another process that searches it. */
async function refusing(count: number, refused: number) {
  accept = await refuseSome(search.database);
  const mailboxId = await search.mailbox();
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push(await search.email(mailboxId, { text: n === refused ? 'common refused' : 'common', sent: true }));
  let inserts = 0;
  class WatchedIndex extends SearchIndexRepository {
    override insert(items: readonly IndexItem[]): Promise<number[]> {
      inserts += 1;
      return super.insert(items);
    }
  }
  const [source, database] = [new SearchSourceRepository(search.database), search.searchDatabase];
  const [blocks, ranges] = [new SearchBlockRepository(database, source), new SearchRangeRepository(database)];
  const index = new SearchIndex(source, new WatchedIndex(database), blocks, ranges);
  const searching = new EmailSearch(new SearchRepository(database), new EmailRepository(search.database), index);
  return {
    mailboxId,
    ids,
    others: ids.filter((_, n) => n !== refused),
    index,
    inserts: () => inserts,
    find: async () => {
      const page = { limit: 50, oldestFirst: true, cursor: undefined };
      const { emails, unindexed } = await searching.search(mailboxId, { q: 'common' }, page);
      return { ids: emails.map(({ id }) => id), unindexed };
    },
  };
}

const remove = statement('test-remove', 'delete from email where mailbox_id = $1');

describe('an email that Postgres refuses to the index', () => {
  it('keeps no other from a search, which tells that it was not searched', async () => {
    const { others, find } = await refusing(6, 2);
    expect(await find()).toEqual({ ids: others, unindexed: 1 });
  });

  it('is not tried again with each search, and holds up nothing that comes later', async () => {
    const { mailboxId, others, inserts, find } = await refusing(6, 5);
    await find();
    const before = inserts();
    expect(await find()).toEqual({ ids: others, unindexed: 1 });
    expect(inserts()).toBe(before);
    const id = await search.email(mailboxId, { text: 'common', sent: true });
    expect(await find()).toEqual({ ids: [...others, id], unindexed: 1 });
    expect(inserts()).toBe(before + 1);
  });

  it('fails alone of those whose events come together', async () => {
    const { mailboxId, ids, others, index } = await refusing(40, 7);
    let handle: EventHandler | undefined;
    const subscribe = (_consumer: unknown, handler: EventHandler) => {
      handle = handler;
      return Promise.resolve({ close: () => Promise.resolve() });
    };
    const { database, searchDatabase } = search;
    const deletions = new SearchDeletionRepository(database, searchDatabase);
    const indexer = new SearchIndexer(index, deletions, searchDatabase, { subscribe } as unknown as EventBus);
    await indexer.start(() => undefined);
    const events = ids.map(
      (emailId) =>
        ({
          id: String(emailId),
          type: emailReceived.type,
          occurredAt: new Date().toISOString(),
          payload: { emailId, mailboxId },
        }) as Event,
    );
    const outcomes = await Promise.allSettled(events.map((event) => handle?.(event)));
    await indexer.close();
    const taken = ids.filter((_, n) => outcomes[n]?.status === 'fulfilled');
    expect(taken).toEqual(others);
    expect(await indexedIn(database, mailboxId)).toBe(39);
  });

  it('is found as soon as it is taken, wherever it was added', async () => {
    const { mailboxId, ids, find } = await refusing(3, 1);
    await find();
    await accept();
    await search.indexer.add(placesIn(mailboxId, ids));
    expect(await find()).toEqual({ ids, unindexed: 0 });
  });

  it('is told of where all that is missing is added, and holds up none of it', async () => {
    const { mailboxId, ids, index } = await refusing(150, 1);
    const told: unknown[] = [];
    expect(await index.addMissing(0, (error) => told.push(error))).toBe(149);
    const failure = expect.objectContaining({
      message: `Email ${ids[1]} of mailbox ${mailboxId} could not be indexed.`,
      cause: expect.objectContaining({ message: expect.stringContaining('too long for tsvector') }),
    });
    expect(told).toEqual([failure]);
    expect(await indexedIn(search.database, mailboxId)).toBe(149);
    await expect(index.addMissing()).rejects.toEqual(failure);
  });
});

describe('a deleted email that Postgres does not take out of the index', () => {
  it('is told of, and keeps no other in it', async () => {
    const { database, searchDatabase } = search;
    const mailboxId = await search.mailbox();
    const ids = [1, 2, 3, 4].map(() => search.email(mailboxId, { text: 'common', sent: true }));
    const places = placesIn(mailboxId, await Promise.all(ids));
    await search.indexer.add(places);
    accept = await refuseRows(database, 'delete on email_index', `old.email_id = ${places[1]?.id}`);
    await database.query(remove, [mailboxId]);
    const bus = { subscribe: () => Promise.resolve({ close: () => Promise.resolve() }) } as unknown as EventBus;
    const deletions = new SearchDeletionRepository(database, searchDatabase);
    const indexer = new SearchIndexer(search.indexer, deletions, searchDatabase, bus);
    const told: unknown[] = [];
    await indexer.start((error) => told.push(error));
    const left = () => indexedIn(database, mailboxId);
    await until(async () => (await left()) === 1, { what: 'the others to be gone', timeoutMs: 15_000 });
    expect(told).toContainEqual(expect.objectContaining({ cause: expect.objectContaining({ code: 'P0001' }) }));
    await accept();
    await until(async () => (await left()) === 0, { what: 'all to be gone', timeoutMs: 15_000 });
    await indexer.close();
  }, 40_000);
});
