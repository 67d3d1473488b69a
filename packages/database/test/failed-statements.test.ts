import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@mailroom/testing';
import { Database, statement } from '../src/index.js';

const ROWS = 2_000;
const fill = statement(
  'test-fill',
  `insert into tenant (id, name) select 't' || n, 'x' from generate_series(1, ${ROWS}) n`,
);
/** It locks all rows, and fails at the last. */
const fails = statement(
  'test-fails',
  `with locked as materialized (select id from tenant for update) select 1 / (count(*) - ${ROWS}) from locked`,
);
const free = statement(
  'test-free',
  `with free as materialized (select id from tenant for update skip locked) select count(*)::int as n from free`,
);

let test: TestDatabase;
let database: Database;
let other: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url, poolSize: 2 });
  other = new Database({ url: test.url, poolSize: 1 });
  await database.query(fill);
  await other.query(free);
});
afterAll(async () => {
  await database.close();
  await other.close();
  await test.drop();
});

it('leave no locks where they were tried, and their connection is used again', async () => {
  const found = new Set<number>();
  for (let n = 0; n < 100; n += 1) {
    await expect(database.tryQuery(fails)).rejects.toMatchObject({ code: '22012' });
    for (const { n: count } of await other.query<{ n: number }>(free)) found.add(count);
  }
  expect([...found]).toEqual([ROWS]);
  expect(database.poolUse.total).toBe(1);
});
