import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@mailroom/testing';
import pg from 'pg';
import { CopySession, loadSnapshot, migrate, Snapshot, UnknownMigrationError, type TableRows } from '../src/index.js';

const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

let source: TestDatabase;
let target: TestDatabase;
let third: TestDatabase;
let client: pg.Client;
beforeEach(async () => {
  [source, target, third] = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()]);
  client = new pg.Client({ connectionString: source.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await Promise.all([source.drop(), target.drop(), third.drop()]);
});

async function* allOf(snapshot: Snapshot): AsyncGenerator<TableRows> {
  for (const table of snapshot.contents.tables) yield { table, rows: snapshot.copy(table) };
}

async function inDatabase(url: string, sql: string): Promise<unknown[]> {
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  try {
    return (await other.query<object>(sql)).rows;
  } finally {
    await other.end();
  }
}

const inTarget = (sql: string) => inDatabase(target.url, sql);

const HARD = 'tab\t, line\n, return\r, \\N, \\., back\\slash, 信';
const addMail = `insert into raw_message (id, content, size, received_at)
  values (gen_random_uuid(), $1, 1, '2026-01-02 03:04:05.678901+02') returning id::text`;

/** A migration of a later version: it fills its column from the rows that are there. */
const LATER = '29990101000000_later';
const addColumn = `alter table tenant add column later text; update tenant set later = 'of ' || name`;
const applied = 'select migration_name as name from _prisma_migrations order by 1';

describe('a snapshot', () => {
  it('brings every row over as it was at its moment, and numbers go on behind them', async () => {
    await client.query(`insert into tenant (id, name) values ('tnt_1', $1)`, [HARD]);
    await client.query(`insert into app_user (tenant_id) values ('tnt_1'), ('tnt_1')`);
    await client.query(addMail, [Buffer.from([0, 255, 10, 92, 46])]);
    await client.query(`insert into feed_event (mailbox_id, type, email_id) values (1, 'x', 1)`);
    const snapshot = await Snapshot.open(source.url);
    await client.query(`insert into tenant (id, name) values ('tnt_2', 'too late')`);
    await loadSnapshot(target.url, snapshot.contents, allOf(snapshot));
    await snapshot.close();
    expect(await inTarget(`select id, name from tenant where id <> 'tnt_default'`)).toEqual([
      { id: 'tnt_1', name: HARD },
    ]);
    const raw = `select content, received_at::timestamptz(6)::text from raw_message`;
    expect(await inTarget(raw)).toEqual((await client.query(raw)).rows);
    // Its positions are transaction numbers of the other server.
    expect(await inTarget('select from feed_event')).toEqual([]);
    const [added] = await inTarget(`insert into app_user (tenant_id) values ('tnt_1') returning id`);
    expect(added).toEqual({ id: 3 });
  });

  it('brings balances and the entries that made them, which are not applied twice and still refuse a change', async () => {
    await client.query(`insert into tenant (id, name) values ('tnt_1', 'paying')`);
    await client.query(`insert into credit_account (tenant_id) values ('tnt_1')`);
    await client.query(`insert into ledger_entry (tenant_id, from_account, to_account, amount, cause_type, cause_id)
      values ('tnt_1', 'granted', 'available', 7, 'grant', '1'), ('tnt_1', 'available', 'reserved', 2, 'recipient', '1')`);
    const snapshot = await Snapshot.open(source.url);
    await loadSnapshot(target.url, snapshot.contents, allOf(snapshot));
    const session = await CopySession.open(third.url);
    for (const table of snapshot.contents.tables) {
      if (table.name === 'tenant') await session.run('delete from tenant');
      if (['tenant', 'credit_account', 'ledger_entry'].includes(table.name)) {
        await session.copy(snapshot, table, async () => {});
      }
    }
    await session.close();
    await snapshot.close();
    for (const { url } of [target, third]) {
      const balances = 'select available::int, reserved::int from credit_account';
      expect(await inDatabase(url, balances)).toEqual([{ available: 5, reserved: 2 }]);
      await expect(inDatabase(url, 'delete from ledger_entry')).rejects.toThrow(/append-only/);
    }
  });

  it('of an older version gets the migrations that it had, and then the others', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mailroom-later-'));
    await cp(migrations, folder, { recursive: true });
    await mkdir(join(folder, LATER));
    await writeFile(join(folder, LATER, 'migration.sql'), addColumn);
    await client.query(`insert into tenant (id, name) values ('tnt_old', 'old')`);
    const snapshot = await Snapshot.open(source.url);
    await loadSnapshot(target.url, snapshot.contents, allOf(snapshot), folder);
    await snapshot.close();
    expect(await inTarget(applied)).toEqual((await client.query(applied)).rows);
    await migrate(target.url, () => {}, folder);
    expect(await inTarget('select id, later from tenant')).toEqual([{ id: 'tnt_old', later: 'of old' }]);
    expect((await inTarget(applied)).at(-1)).toEqual({ name: LATER });
    await rm(folder, { recursive: true });
  });

  it('of a later version changes nothing', async () => {
    const snapshot = await Snapshot.open(source.url);
    const contents = { ...snapshot.contents, migrations: { ...snapshot.contents.migrations, '29990101_later': 'x' } };
    await inTarget(`insert into tenant (id, name) values ('tnt_there', 'there')`);
    await expect(loadSnapshot(target.url, contents, allOf(snapshot))).rejects.toBeInstanceOf(UnknownMigrationError);
    await snapshot.close();
    expect(await inTarget(`select id from tenant where id = 'tnt_there'`)).toHaveLength(1);
  });

  it('that does not come whole leaves nothing of it', async () => {
    await client.query(`insert into tenant (id, name) values ('tnt_1', 'x')`);
    const snapshot = await Snapshot.open(source.url);
    const none = (async function* (): AsyncGenerator<TableRows> {})();
    await expect(loadSnapshot(target.url, snapshot.contents, none)).rejects.toThrow(/Of \d+ rows of tenant, 0 came/);
    await snapshot.close();
    expect(await inTarget('select from tenant')).toEqual([]);
  });
});
