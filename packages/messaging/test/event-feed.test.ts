import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { createTestDatabase, until, type TestDatabase } from '@mailroom/testing';
import pg from 'pg';
import { EventFeed, FeedFollowing, FeedRepository, type FeedEvent } from '../src/index.js';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const insert = statement(
  'test-feed-insert',
  `insert into feed_event (mailbox_id, type, email_id) values ($1, 'email.received', $2) returning pg_notify('feed', '')`,
);
const happen = (emailId: number, mailboxId = 1) => database.query(insert, [mailboxId, emailId]);

async function follow() {
  const feed = new EventFeed(database);
  const seen: FeedEvent[] = [];
  let position = 0;
  const subscription = await feed.subscribe((events, now) => {
    seen.push(...events);
    position = now;
  });
  return {
    feed,
    subscription,
    emailIds: () => seen.map(({ emailId }) => emailId),
    position: () => position,
  };
}

describe('the event feed', () => {
  it('tells every event once, and none from before', async () => {
    await happen(1);
    const { feed, emailIds } = await follow();
    await happen(2);
    await Promise.all(Array.from({ length: 200 }, (_, index) => happen(3 + index)));
    await until(() => emailIds().length >= 201);
    expect([...emailIds()].sort((a, b) => a - b)).toEqual(Array.from({ length: 201 }, (_, index) => 2 + index));
    await feed.onModuleDestroy();
  });

  it('skips nothing of a transaction that commits after younger ones, and its position waits for it', async () => {
    const { feed, emailIds, position } = await follow();
    const slow = new pg.Client({ connectionString: test.url });
    await slow.connect();
    await slow.query('begin');
    await slow.query(`insert into feed_event (mailbox_id, type, email_id) values (1, 'email.received', 1000)`);
    await happen(1001);
    await until(() => emailIds().includes(1001));
    const before = position();
    await slow.query('commit');
    await slow.end();
    await until(() => emailIds().includes(1000), { what: 'the event of the slow transaction' });
    expect(emailIds()).toEqual([1001, 1000]);
    // Resuming from the position of the first event would report both, and more if others ran in this server.
    const { events } = await new FeedRepository(database).readFor(before, null);
    expect(events.map(({ emailId }) => emailId).filter((emailId) => emailId >= 1_000)).toEqual([1000, 1001]);
    await feed.onModuleDestroy();
  });

  it('tells nothing twice, nor what was before, while a transaction that is older than all of it runs', async () => {
    const older = new pg.Client({ connectionString: test.url });
    await older.connect();
    await older.query('begin; select pg_current_xact_id()');
    await happen(1_100);
    const { feed, emailIds, position } = await follow();
    for (const emailId of [1_101, 1_102]) {
      await happen(emailId);
      await until(() => emailIds().includes(emailId));
    }
    const held = position();
    await older.end();
    await happen(1_103);
    await until(() => emailIds().includes(1_103) && position() > held);
    expect(emailIds()).toEqual([1_101, 1_102, 1_103]);
    await feed.onModuleDestroy();
  });

  it('goes back with a server that gives numbers again after a crash, and misses nothing', async () => {
    // An open transaction holds the position below the earlier event.
    const older = new pg.Client({ connectionString: test.url });
    await older.connect();
    await older.query('begin; select pg_current_xact_id()');
    await happen(1_110);
    let forgotten = 1_000;
    const crashing = Object.assign(Object.create(database), {
      listen: database.listen.bind(database),
      query: async (...args: Parameters<Database['query']>) =>
        (await database.query<{ position: number; next: number }>(...args)).map((row) => ({
          ...row,
          position: row.position + forgotten,
          next: row.next + forgotten,
        })),
    });
    const feed = new EventFeed(crashing);
    const seen: number[] = [];
    await feed.subscribe((events) => seen.push(...events.map(({ emailId }) => emailId)));
    forgotten = 0;
    for (const emailId of [1_111, 1_112]) {
      await happen(emailId);
      await until(() => seen.includes(emailId), { what: `the event of ${emailId}` });
    }
    expect(seen).toEqual([1_111, 1_112]);
    await older.end();
    await feed.onModuleDestroy();
  });

  it('reads nothing while nobody listens, and goes on for the next who does', async () => {
    const { feed, subscription, emailIds } = await follow();
    subscription.close();
    await happen(2000);
    const later: number[] = [];
    await feed.subscribe((events) => later.push(...events.map(({ emailId }) => emailId)));
    await happen(2001);
    await until(() => later.length > 0);
    expect(later).toEqual([2001]);
    expect(emailIds()).toEqual([]);
    await feed.onModuleDestroy();
  });

  it('reads thousands of one mailbox in pages, each once', async () => {
    const many = statement(
      'test-feed-many',
      `insert into feed_event (mailbox_id, type, email_id) select 7, 'email.received', n from generate_series(1, 3500) n`,
    );
    const feed = new FeedRepository(database);
    const position = await feed.position();
    await database.query(many);
    const { events } = await feed.readFor(position, [7]);
    expect(new Set(events.map(({ emailId }) => emailId)).size).toBe(3_500);
    expect(events).toHaveLength(3_500);
    const pages: Awaited<ReturnType<FeedRepository['readFor']>>[] = [];
    for await (const page of feed.pages(position, [7])) pages.push(page);
    // Where a reader goes on depends on what else runs in the cluster at that moment.
    const idsOf = (read: typeof events) => read.map(({ id }) => id);
    expect(pages.flatMap((page) => idsOf(page.events))).toEqual(idsOf(events));
    expect(pages.map((page) => page.events.length)).toEqual([1_000, 999, 999, 502]);
    // One transaction wrote them all, so that none but the last page has passed it.
    const [{ xid = 0 } = {}] = events;
    expect(pages.slice(0, 3).filter((page) => page.position > xid)).toEqual([]);
  });

  it('trims what is older than it promises to keep, and nothing else', async () => {
    const feed = new FeedRepository(database);
    await database.query(statement('test-feed-clear', 'delete from feed_event'));
    await happen(1);
    await database.query(
      statement('test-feed-age', `update feed_event set created_at = now() - interval '26 hours' where email_id = 1`),
    );
    await happen(2);
    expect(await feed.trim(10, 0)).toBe(1);
    expect((await feed.readFor(0, null)).events.map(({ emailId }) => emailId)).toEqual([2]);
  });
});

/** A database that counts the events that were read of each mailbox. */
function counting() {
  const read = new Map<number, number>();
  const counted = Object.assign(Object.create(database), {
    listen: database.listen.bind(database),
    query: async (...args: Parameters<Database['query']>) => {
      const rows = await database.query<Partial<FeedEvent>>(...args);
      for (const { id, mailboxId } of rows) if (id && mailboxId) read.set(mailboxId, (read.get(mailboxId) ?? 0) + 1);
      return rows;
    },
  }) as Database;
  return { counted, read };
}

describe('a reader of the feed', () => {
  it('reads what happens where somebody waits, and nothing of what happens elsewhere', async () => {
    const { counted, read } = counting();
    const feed = new EventFeed(counted);
    const seen: number[] = [];
    const following = new FeedFollowing(feed, (events) => seen.push(...events.map(({ emailId }) => emailId)));
    await following.begin(11);
    for (let emailId = 1; emailId <= 100; emailId += 1) await happen(emailId, emailId % 10 === 0 ? 11 : 12);
    await until(() => seen.length === 10);
    expect(seen).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
    expect(read.get(12)).toBeUndefined();
    await feed.onModuleDestroy();
  });

  it('tells whoever comes nothing from before, and everything from then on, while an older transaction runs', async () => {
    const older = new pg.Client({ connectionString: test.url });
    await older.connect();
    await older.query('begin; select pg_current_xact_id()');
    const feed = new EventFeed(database);
    const seen: number[] = [];
    const following = new FeedFollowing(feed, (events) => seen.push(...events.map(({ emailId }) => emailId)));
    await following.begin(21);
    await happen(201, 22);
    await happen(202, 21);
    await until(() => seen.includes(202));
    await following.begin(22);
    await happen(203, 22);
    await until(() => seen.includes(203));
    await following.begin(null);
    await happen(204, 23);
    await until(() => seen.includes(204));
    expect(seen).toEqual([202, 203, 204]);
    await older.end();
    await feed.onModuleDestroy();
  });

  it('hears of everything that commits after somebody came, however many come and go at once', async () => {
    const feed = new EventFeed(database);
    const heard = new Set<number>();
    const following = new FeedFollowing(feed, (events) => {
      for (const { emailId } of events) heard.add(emailId);
    });
    const visit = async (mailboxId: number) => {
      for (let turn = 0; turn < 10; turn += 1) {
        const emailId = mailboxId * 100 + turn;
        await following.begin(mailboxId);
        await happen(emailId, mailboxId);
        await until(() => heard.has(emailId), { what: `the event of ${emailId}` });
        following.end(mailboxId);
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, index) => visit(1_000 + index)));
    expect(heard.size).toBe(200);
    await feed.onModuleDestroy();
  });

  it('that can not look says so to whoever comes, and hears of them once it can', async () => {
    let isAway = false;
    const shaky = Object.assign(Object.create(database), {
      listen: database.listen.bind(database),
      query: async (...args: Parameters<Database['query']>) => {
        if (isAway) throw new Error('away');
        return database.query(...args);
      },
    }) as Database;
    const feed = new EventFeed(shaky);
    const seen: number[] = [];
    const following = new FeedFollowing(feed, (events) => seen.push(...events.map(({ emailId }) => emailId)));
    await following.begin(31);
    isAway = true;
    await expect(following.begin(32)).rejects.toThrow('away');
    isAway = false;
    await following.begin(32);
    await happen(301, 32);
    await until(() => seen.includes(301));
    await feed.onModuleDestroy();
  });
});

describe('following the feed', () => {
  it('hears on when somebody comes at the moment in which the last one leaves', async () => {
    const feed = new EventFeed(database);
    const seen: number[] = [];
    const following = new FeedFollowing(feed, (events) => seen.push(...events.map(({ emailId }) => emailId)));
    const first = following.begin(null);
    following.end(null);
    await Promise.all([first, following.begin(null)]);
    await happen(5_000);
    await until(() => seen.length > 0);
    expect(seen).toEqual([5_000]);
    await feed.onModuleDestroy();
  });

  it('tries again after a failure, and a late failure takes no newer one away', async () => {
    const feed = new EventFeed(database);
    const real = feed.attach.bind(feed);
    let fail: (error: Error) => void = () => {};
    feed.attach = () => new Promise((_, reject) => (fail = reject));
    const seen: number[] = [];
    const following = new FeedFollowing(feed, (events) => seen.push(...events.map(({ emailId }) => emailId)));
    const failing = following.begin(null);
    following.end(null);
    feed.attach = real;
    const begun = following.begin(null);
    fail(new Error('late'));
    await expect(failing).rejects.toThrow('late');
    expect(await following.begin(null)).toBe(await begun);
    await happen(6_000);
    await until(() => seen.includes(6_000));
    await feed.onModuleDestroy();
  });
});
