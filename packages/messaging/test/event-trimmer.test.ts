import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { createTestDatabase, fail, refuseRows, type TestDatabase } from '@mailroom/testing';
import { EventTrimmer, PostgresEventBus } from '../src/index.js';

let test: TestDatabase;
let database: Database;
let bus: PostgresEventBus;
let trimmer: EventTrimmer;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url });
  bus = new PostgresEventBus(database);
  trimmer = new EventTrimmer(database, bus);
});
afterAll(async () => {
  await bus.close();
  await database.close();
  await test.drop();
});

const ids = statement('test-ids', 'select id from outbox_event union all select id from feed_event order by id');
const fill = statement(
  'test-fill',
  `with e as (select lpad(n::text, 32, '0')::uuid as id, now() - interval '2 days' as at from generate_series(1, 3) n),
   sent as (
     insert into outbox_event (id, type, payload, created_at, due_at, sent_at) select id, 'test', '{}', at, at, at from e)
   insert into feed_event (mailbox_id, id, type, email_id, created_at) select 1, id, 'email.received', 1, at from e`,
);
beforeEach(() => database.query(fill));

const left = async () => (await database.query<{ id: string }>(ids)).map(({ id }) => Number(id.replaceAll('-', '')));

it.each(['outbox_event', 'feed_event'])(
  'deletes all events, though one of %s can not be deleted, which is told of',
  async (table) => {
    const accept = await refuseRows(database, `delete on ${table}`, `old.id::text like '%2'`);
    const told: unknown[] = [];
    await trimmer.trim((error) => told.push(error));
    expect(await left()).toEqual([2]);
    expect(told).toEqual([
      expect.objectContaining({ message: `A row of ${table} could not be deleted.`, cause: expect.anything() }),
    ]);
    await accept();
    await trimmer.trim(fail);
    expect(await left()).toEqual([]);
  },
);
