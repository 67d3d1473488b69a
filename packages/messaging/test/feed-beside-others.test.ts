import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { createTestDatabase, until, type TestDatabase } from '@mailroom/testing';
import pg from 'pg';
import { EventFeed, FeedRepository } from '../src/index.js';

let test: TestDatabase;
let database: Database;
/** Another database of the same cluster. */
let elsewhere: TestDatabase;
beforeAll(async () => {
  [test, elsewhere] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  database = new Database({ url: test.url });
});
afterAll(async () => {
  await database.close();
  await Promise.all([test.drop(), elsewhere.drop()]);
});

const insert = statement(
  'test-feed-insert',
  `insert into feed_event (mailbox_id, type, email_id) values (1, 'email.received', $1) returning pg_notify('feed', '')`,
);
const happen = (emailId: number) => database.query(insert, [emailId]);

async function follow() {
  const feed = new EventFeed(database);
  const emailIds: (number | null)[] = [];
  let position = 0;
  await feed.subscribe((events, now) => {
    emailIds.push(...events.map(({ emailId }) => emailId));
    position = now;
  });
  return { feed, emailIds, position: () => position };
}

it('moves past a transaction of another database, tells nothing twice and waits for its own', async () => {
  const foreign = new pg.Client({ connectionString: elsewhere.url });
  const own = new pg.Client({ connectionString: test.url });
  await Promise.all([foreign.connect(), own.connect()]);
  await foreign.query('begin; select pg_current_xact_id()');
  const { feed, emailIds, position } = await follow();
  await own.query('begin');
  await own.query(`insert into feed_event (mailbox_id, type, email_id) values (1, 'email.received', 1200)`);
  const { rows } = await own.query(`select pg_current_xact_id()::text::bigint::int as xid`);
  await happen(1_201);
  await until(() => position() === rows[0].xid, { what: 'the position to reach its own transaction' });
  for (const emailId of [1_202, 1_203]) {
    await happen(emailId);
    await until(() => emailIds.includes(emailId));
  }
  // The position is asked for again meanwhile.
  const asked = performance.now();
  await until(() => performance.now() - asked > 2_500);
  expect(position()).toBe(rows[0].xid);
  await own.query('commit');
  await until(() => emailIds.includes(1_200), { what: 'the event of the own transaction' });
  await until(() => position() > rows[0].xid, { what: 'the position to move on' });
  expect(emailIds).toEqual([1_201, 1_202, 1_203, 1_200]);
  const { events } = await new FeedRepository(database).readFor(position(), null);
  expect(events).toEqual([]);
  await Promise.all([foreign.end(), own.end()]);
  await feed.onModuleDestroy();
});

it('begins, and resumes, where its own transactions are, beside one of another database', async () => {
  const foreign = new pg.Client({ connectionString: elsewhere.url });
  await foreign.connect();
  await foreign.query('begin; select pg_current_xact_id()');
  const repository = new FeedRepository(database);
  const held = await repository.position();
  await happen(1_301);
  const { feed, emailIds, position } = await follow();
  await until(() => position() > held, { what: 'the position after what had happened' });
  for await (const page of repository.pages(held, [1], position())) {
    expect(page.events.map(({ emailId }) => emailId)).toContain(1_301);
    expect(page.position).toBe(position());
  }
  await happen(1_302);
  await until(() => emailIds.includes(1_302));
  expect(emailIds).toEqual([1_302]);
  await foreign.end();
  await feed.onModuleDestroy();
});
