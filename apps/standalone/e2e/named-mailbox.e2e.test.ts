import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@mailroom/testing';
import type { Statement } from '@mailroom/database';
import pg from 'pg';
import { otherTablesOfMail, tablesOfMail, tablesOfOthers } from './mail-tables.js';
import { partByMailbox, unnamedScans, type Plan } from './mailbox-partitions.js';
import { hiddenReaders, recordStatements } from './recorded-statements.js';
import { unnamedScans as allowed } from './unnamed-scans.js';

let statements: readonly Statement[];
let test: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  statements = await recordStatements();
  test = await createTestDatabase();
  client = new pg.Client({ connectionString: test.url });
  await client.connect();
}, 90_000);
afterAll(async () => {
  await client.end();
  await test.drop();
});

/** Plans that know no values, as long-lived connections come to have them, and that look rows up where they can. */
const settings = `set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set enable_material = off;
  set enable_memoize = off; set jit = off`;

/** What each statement reads of the parted tables without naming a mailbox, as `table name`. */
async function scansOf({ name, text }: Statement): Promise<string[]> {
  try {
    type Explained = { readonly 'QUERY PLAN': readonly { readonly Plan: Plan }[] };
    const { rows } = await client.query<Explained>(`explain (generic_plan, format json) ${text}`);
    return [
      ...new Set(rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => unnamedScans(plan)))),
    ].sort();
  } catch (error) {
    return [`${name} can't be planned: ${String(error)}`];
  }
}

describe('the tables that get rows with mail', () => {
  it('are all known, so that a new one is thought about', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    const known = [...tablesOfMail, ...Object.keys(otherTablesOfMail), ...tablesOfOthers];
    expect(rows.map(({ name }) => name).sort()).toEqual(known.sort());
  });

  it('are read by no statement without a name, which would not be looked at here', () => {
    expect(hiddenReaders(tablesOfMail)).toEqual([]);
  });

  it('can be parted by mailbox, and every statement says of which mailbox it reads, but for those that tell why not', async () => {
    await partByMailbox(client, tablesOfMail);
    await client.query(settings);
    const found: Record<string, string[]> = {};
    for (const statement of statements) {
      const scans = await scansOf(statement);
      if (scans.length > 0) found[statement.name] = scans;
    }
    expect(statements.length).toBeGreaterThan(300);
    expect(found).toEqual(Object.fromEntries(allowed.map(({ name, reads }) => [name, [...reads].sort()])));
  });
});
