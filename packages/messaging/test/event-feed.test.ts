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
    const { events } = await new FeedRepository(database).read(before);
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
        (await database.query<{ position: number }>(...args)).map((row) => ({
          ...row,
          position: row.position + forgotten,
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
    const { position } = await feed.now();
    await database.query(many);
    const { events } = await feed.read(position, [7]);
    expect(new Set(events.map(({ emailId }) => emailId)).size).toBe(3_500);
    expect(events).toHaveLength(3_500);
  });

  it('trims what is older than it promises to keep, and nothing else', async () => {
    const feed = new FeedRepository(database);
    await database.query(statement('test-feed-clear', 'delete from feed_event'));
    await happen(1);
    await database.query(
      statement('test-feed-age', `update feed_event set created_at = now() - interval '26 hours' where email_id = 1`),
    );
    await happen(2);
    expect(await feed.trim(10)).toBe(1);
    expect((await feed.read(0)).events.map(({ emailId }) => emailId)).toEqual([2]);
  });
});

describe('following the feed', () => {
  it('hears on when somebody comes at the moment in which the last one leaves', async () => {
    const feed = new EventFeed(database);
    const seen: number[] = [];
    const following = new FeedFollowing(feed, (events) => seen.push(...events.map(({ emailId }) => emailId)));
    const first = following.begin();
    following.end();
    await Promise.all([first, following.begin()]);
    await happen(5_000);
    await until(() => seen.length > 0);
    expect(seen).toEqual([5_000]);
    await feed.onModuleDestroy();
  });

  it('tries again after a failure, and a late failure takes no newer one away', async () => {
    const feed = new EventFeed(database);
    const real = feed.subscribe.bind(feed);
    let fail: (error: Error) => void = () => {};
    feed.subscribe = () => new Promise((_, reject) => (fail = reject));
    const seen: number[] = [];
    const following = new FeedFollowing(feed, (events) => seen.push(...events.map(({ emailId }) => emailId)));
    const failing = following.begin();
    following.end();
    feed.subscribe = real;
    const begun = following.begin();
    fail(new Error('late'));
    await expect(failing).rejects.toThrow('late');
    expect(await following.begin()).toBe(await begun);
    await happen(6_000);
    await until(() => seen.includes(6_000));
    await feed.onModuleDestroy();
  });
});
