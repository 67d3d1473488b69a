import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { until } from '@mailroom/testing';
import { EmailRepository } from '@mailroom/mail';
import { EmailSearch } from '../src/email-search.js';
import { SearchDatabase, type SearchPlace } from '../src/search-database.js';
import { SearchMove } from '../src/search-move.js';
import { SearchRepository } from '../src/search.repository.js';
import { SearchSourceRepository } from '../src/search-source.repository.js';
import {
  emptyIndex,
  FOLLOWED_MS,
  indexedIn,
  placesIn,
  refuseSome,
  searchIndexOf,
  startSearchWithOwnDatabase,
} from './search-fixture.js';

let databases: Awaited<ReturnType<typeof startSearchWithOwnDatabase>>;
let search: typeof databases.search;
let own: Database;
let mailboxId: number;
let ids: number[];
/** What has both databases accept all emails again. */
const accepts: (() => Promise<void>)[] = [];
beforeAll(async () => {
  databases = await startSearchWithOwnDatabase();
  ({ search, own } = databases);
});
afterAll(() => databases.close());

const deleteMail = statement('test-delete-mail', 'delete from email');

beforeEach(async () => {
  for (const accept of accepts.splice(0)) await accept();
  for (const database of [search.database, own]) {
    await emptyIndex(database);
    await database.query(deleteMail);
  }
  mailboxId = await search.mailbox();
  ids = [];
  const createdAt = new Date(Date.now() - 3_600_000);
  for (let number = 0; number < 20; number += 1) ids.push(await search.email(mailboxId, { text: 'common', createdAt }));
  // It begins in the database of the mail.
  await searchIndexOf(search.database).add(placesIn(mailboxId, ids));
});

const both = () => new SearchDatabase(search.database, own);
const move = () => new SearchMove(both(), new SearchSourceRepository(search.database));
const find = async () => {
  const database = both();
  const index = searchIndexOf(search.database, database);
  const emails = new EmailSearch(new SearchRepository(database), new EmailRepository(search.database), index);
  const page = { limit: 50, oldestFirst: false, cursor: undefined };
  return (await emails.search(mailboxId, { q: 'common' }, page)).emails.map(({ id }) => id);
};
const newestFirst = () => [...ids].reverse();
const isIn = (place: SearchPlace) => until(async () => (await both().place()) === place);

const counts = () => Promise.all([search.database, own].map((database) => indexedIn(database, mailboxId)));

/** Ends the connection by which a move is the only one. */
const cut = statement(
  'test-cut',
  `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
     and database = (select oid from pg_database where datname = current_database())`,
);

describe('of two moves at once', () => {
  it('the later is refused, whichever way it goes, and searches find all mail all the time', async () => {
    const first = move().to('own', FOLLOWED_MS);
    await isIn('own');
    const others = [move().to('own', 60_000), move().to('main', 60_000)].map((other) =>
      other.then(
        () => 'moved',
        ({ code }: { code: string }) => code,
      ),
    );
    expect(await first).toMatchObject({ place: 'own' });
    expect(await find()).toEqual(newestFirst());
    expect(await Promise.all(others)).toEqual(['conflict', 'conflict']);
    expect(await counts()).toEqual([0, 20]);
    await move().to('main', 0);
    expect(await find()).toEqual(newestFirst());
  }, 30_000);
});

describe('a move that does not know any more that it is the only one', () => {
  it('empties nothing, and may be run again', async () => {
    const first = move().to('own', FOLLOWED_MS);
    const refused = expect(first).rejects.toMatchObject({ code: 'unavailable' });
    await isIn('own');
    expect((await search.database.query(cut)).length).toBe(1);
    await refused;
    expect(await counts()).toEqual([20, 20]);
    await move().to('own', 0);
    expect(await counts()).toEqual([0, 20]);
    expect(await find()).toEqual(newestFirst());
  }, 30_000);
});

async function refusing(...refused: Database[]) {
  for (const database of refused) accepts.push(await refuseSome(database));
  return accepts;
}

describe('an email that Postgres refuses to the index', () => {
  const refusedEmail = () => search.email(mailboxId, { text: 'common refused' });

  it('does not hold a move up where it was not in the index before, and is counted', async () => {
    const id = await refusedEmail();
    const [acceptOwn] = await refusing(own, search.database);
    expect(await move().to('own', 0)).toEqual({ place: 'own', added: 20, refused: 1, emptied: true });
    expect(await counts()).toEqual([0, 20]);
    expect(await find()).toEqual(newestFirst());
    await acceptOwn?.();
    expect(await move().to('own', 0)).toEqual({ place: 'own', added: 1, refused: 0, emptied: true });
    expect(await find()).toEqual([id, ...newestFirst()]);
  });

  it('keeps the index where it is, if it would be lost from it', async () => {
    const id = await refusedEmail();
    await searchIndexOf(search.database).add(placesIn(mailboxId, [id]));
    await refusing(own);
    await expect(move().to('own', 0)).rejects.toThrow(`Email ${id} of mailbox ${mailboxId} could not be indexed.`);
    expect(await both().place()).toBe('main');
    expect(await find()).toEqual([id, ...newestFirst()]);
  });

  it('does not hold the way back up where the other database is not named any more', async () => {
    await move().to('own', 0);
    await refusedEmail();
    await refusing(search.database);
    const alone = new SearchMove(new SearchDatabase(search.database), new SearchSourceRepository(search.database));
    expect(await alone.to('main', 0)).toEqual({ place: 'main', added: 20, refused: 1, emptied: false });
  });

  it('does not hold the way back up where the other database is away, which keeps its index until a move is run again', async () => {
    await move().to('own', 0);
    await refusedEmail();
    const [accept] = await refusing(search.database);
    const away = new Database({ url: 'postgresql://nobody@127.0.0.1:1/away' });
    const source = new SearchSourceRepository(search.database);
    const back = new SearchMove(new SearchDatabase(search.database, away), source);
    expect(await back.to('main', 0)).toEqual({ place: 'main', added: 20, refused: 1, emptied: false });
    expect(await find()).toEqual(newestFirst());
    expect(await counts()).toEqual([20, 20]);
    await away.close();
    await accept?.();
    expect(await move().to('main', 0)).toEqual({ place: 'main', added: 1, refused: 0, emptied: true });
    expect(await counts()).toEqual([21, 0]);
  });
});
