import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@mailroom/testing';
import type { Statement } from '@mailroom/database';
import pg from 'pg';
import { otherTablesOfMail, tablesOfMail, tablesOfOthers } from './mail-tables.js';
import { searchedColumns, partByMailbox, unnamedScans, type Plan } from './mailbox-partitions.js';
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
  await client.query(settings);
}, 90_000);
afterAll(async () => {
  await client.end();
  await test.drop();
});

/** Plans that know no values, as long-lived connections come to have them, and that look rows up where they can. */
const settings = `set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set enable_material = off;
  set enable_memoize = off; set jit = off`;

/** How each statement is planned, by its name; what can't be planned is told instead. */
async function plansOf({ name, text }: Statement): Promise<readonly Plan[]> {
  // It takes every row of its tables, and so has no plan.
  if (/^truncate\b/.test(text)) return [];
  type Explained = { readonly 'QUERY PLAN': readonly { readonly Plan: Plan }[] };
  try {
    const { rows } = await client.query<Explained>(`explain (generic_plan, format json) ${text}`);
    return rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan: plan }) => plan));
  } catch (error) {
    throw new Error(`${name} can't be planned.`, { cause: error });
  }
}

/** What the statements have that `look` finds in their plans, by their names, without those that have none. */
async function found(look: (plan: Plan) => readonly string[]): Promise<Record<string, readonly string[]>> {
  const all: Record<string, readonly string[]> = {};
  for (const statement of statements) {
    const finds = (await plansOf(statement)).flatMap(look);
    if (finds.length > 0) all[statement.name] = [...new Set(finds)].sort();
  }
  return all;
}

/** The queries in parentheses after `in`, with what stands in parentheses in them taken out. */
function queriesAfterIn(text: string): string[] {
  return [...text.matchAll(/\bin \(\s*(?=select\b)/g)].map(({ index, 0: begin }) => {
    let depth = 1;
    let query = '';
    for (let at = index + begin.length; depth > 0 && at < text.length; at += 1) {
      if (text[at] === '(') depth += 1;
      if (depth === 1) query += text[at];
      if (text[at] === ')') depth -= 1;
    }
    return query;
  });
}

it('is no statement whose batch may be taken again for each row of its table (see isOfBatch)', () => {
  const again = statements.filter(({ text }) =>
    queriesAfterIn(text).some((query) => /\b(limit|for update)\b/.test(query)),
  );
  expect(again.map(({ name }) => name)).toEqual([]);
  expect(queriesAfterIn('x in (select a from (select 1) b limit 2)')).toEqual(['select a from  b limit 2)']);
});

describe('the columns without statistics', () => {
  it('are those by which no statement looks for rows', async () => {
    const { rows } = await client.query<{ column: string }>(
      `select attrelid::regclass || '.' || attname as column from pg_attribute where attstattarget = 0 order by 1`,
    );
    const columns = rows.map(({ column }) => column);
    expect(columns).toEqual(expect.arrayContaining(['email.subject', 'message_content.html', 'outbox_event.payload']));
    expect(await found((plan) => searchedColumns(columns, plan))).toEqual({});
  });
});

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
    expect(statements.length).toBeGreaterThan(300);
    expect(await found(unnamedScans)).toEqual(
      Object.fromEntries(allowed.map(({ name, reads }) => [name, [...reads].sort()])),
    );
  });
});
