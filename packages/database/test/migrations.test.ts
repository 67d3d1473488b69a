import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, until, type TestDatabase } from '@mailroom/testing';
import pg from 'pg';
import { migrate } from '../src/index.js';

let database: TestDatabase;
let folder: string;
let client: pg.Client;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'mailroom-migrations-'));
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('create table thing (id int, name text)');
});
afterEach(async () => {
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function write(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'migration.sql'), sql);
}
const run = () => migrate(database.url, () => {}, folder);
const recordOf = async (name: string) =>
  (await client.query('select applied_steps_count as steps from _prisma_migrations where migration_name = $1', [name]))
    .rows;
const CONCURRENTLY = `-- outside a transaction: mail goes on while the index is built
-- step
drop index concurrently if exists thing_name;
-- step
create index concurrently thing_name on thing (name);
`;

describe('migrations', () => {
  it('apply in a transaction of their own, and leave nothing when they fail', async () => {
    await write('1', 'create table one (); select 1 / 0;');
    await expect(run()).rejects.toThrow(/division by zero/);
    expect((await client.query("select to_regclass('one') as one")).rows).toEqual([{ one: null }]);
    await write('1', 'create table one ();');
    await run();
    expect(await recordOf('1')).toEqual([{ steps: 1 }]);
  });

  it('may build an index while others write, and while replicas that start with them wait', async () => {
    await write('1', CONCURRENTLY);
    const writing = new pg.Client({ connectionString: database.url });
    await writing.connect();
    await writing.query('begin');
    await writing.query("insert into thing values (1, 'open')");
    const replicas = Promise.all([run(), run(), run()]);
    // The index waits for the open transaction, which keeps writing in the meantime.
    await until(async () => (await client.query(`${activity} like 'create index%'`)).rowCount === 1);
    await writing.query("insert into thing values (2, 'still')");
    await writing.query('commit');
    await writing.end();
    await replicas;
    expect(await recordOf('1')).toEqual([{ steps: 2 }]);
    expect((await client.query(valid)).rows).toEqual([{ valid: true }]);
  });

  it('begin again with the first step after one that failed outside a transaction', async () => {
    await client.query("insert into thing values (1, 'twice'), (2, 'twice')");
    await write('1', CONCURRENTLY.replace('create index', 'create unique index'));
    await expect(run()).rejects.toThrow(/could not create unique index/);
    // The first attempt leaves an invalid index.
    expect((await client.query(valid)).rows).toEqual([{ valid: false }]);
    expect(await recordOf('1')).toEqual([]);
    await client.query('delete from thing where id = 2');
    await run();
    expect(await recordOf('1')).toEqual([{ steps: 2 }]);
    expect((await client.query(valid)).rows).toEqual([{ valid: true }]);
  });

  it('fail, and the process with them does not, when the connection is lost between two statements', async () => {
    await write('1', 'create table one ();');
    const lock = 'select pg_advisory_lock(7245001)';
    await client.query(lock);
    const waiting = run();
    const others = `select pg_terminate_backend(pid) as ended from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_try_advisory_lock%'`;
    await until(async () => (await client.query(others)).rowCount === 1);
    await expect(waiting).rejects.toThrow(/terminat|connection/i);
  });

  it('are refused when they were changed after they had been applied', async () => {
    await write('1', 'select 1');
    await run();
    await write('1', 'select 2');
    await expect(run()).rejects.toThrow(/1 was changed after it had been applied/);
  });
});

const activity = "select from pg_stat_activity where wait_event_type = 'Lock' and trim(query, E'\\n ')";
const valid = "select indisvalid as valid from pg_index where indexrelid = 'thing_name'::regclass";
