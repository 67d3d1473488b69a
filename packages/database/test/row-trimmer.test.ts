import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, fail, refuseRows, type TestDatabase } from '@mailroom/testing';
import pg from 'pg';
import { Database, RowTrimmer, type ExpiringRows } from '../src/index.js';

const ROWS = 30_000;
const KEPT_SECONDS = 60;

let test: TestDatabase;
let database: Database;
let client: pg.Client;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url, poolSize: 1 });
  client = new pg.Client({ connectionString: test.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.close();
  await test.drop();
});

const left = async () => Number((await client.query('select count(*) from visit')).rows[0].count);
const visits: ExpiringRows = { table: 'visit', key: 'place, hour', since: 'at' };

it('deletes one batch, oldest first, whatever was believed of the table when it was analysed', async () => {
  await client.query(`create table visit (place int, hour int, at timestamptz not null, primary key (place, hour));
    create index on visit (at); alter table visit set (autovacuum_enabled = false)`);
  const trimmer = new RowTrimmer(database, visits, KEPT_SECONDS);
  // The server keeps a plan from the sixth time on.
  for (let time = 0; time < 8; time += 1) expect(await trimmer.trim(fail)).toBe(false);
  await client.query('begin');
  await client.query(
    `insert into visit select n, 1, now() - make_interval(secs => n) from generate_series(1, $1::int) n`,
    [ROWS],
  );
  const other = new pg.Client({ connectionString: test.url });
  await other.connect();
  // Nothing is committed, so that it finds pages without rows.
  await other.query('analyze visit');
  await other.end();
  await client.query('commit');

  const begun = performance.now();
  expect(await trimmer.trim(fail)).toBe(true);
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect(await left()).toBe(ROWS - 2_000);
  const { rows } = await client.query('select max(place) as oldest from visit');
  expect(rows).toEqual([{ oldest: ROWS - 2_000 }]);
});

it('deletes what is behind rows that can not be deleted, however many they are, and tells of those', async () => {
  await client.query('create table guest (id int primary key, at timestamptz not null); create index on guest (at)');
  await client.query(
    `insert into guest select n, now() - make_interval(secs => 10000 - n) from generate_series(1, 6000) n`,
  );
  const accept = await refuseRows(database, 'delete on guest', 'old.id <= 150 or old.id = 3000');
  const trimmer = new RowTrimmer(database, { table: 'guest', key: 'id', since: 'at' }, KEPT_SECONDS);
  const told: unknown[] = [];
  const guests = async () => (await client.query('select id from guest order by id')).rows.map(({ id }) => id);
  const refused = [...Array.from({ length: 150 }, (_, n) => n + 1), 3_000];
  for (let steps = 0; steps < 20 && (await guests()).length > refused.length; steps += 1)
    await trimmer.trim((error) => told.push(error));
  expect(await guests()).toEqual(refused);
  expect(told).toHaveLength(refused.length);
  expect(told[0]).toMatchObject({ message: 'A row of guest could not be deleted.', cause: { code: 'P0001' } });
  await accept();
  for (let steps = 0; steps < 3; steps += 1) await trimmer.trim(fail);
  expect(await guests()).toEqual([]);
});
