import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from } from 'pg-copy-streams';
import { apply, findMigrations } from '../migrations/migrate.js';
import { openCopyClient, type SnapshotContents } from './snapshot.js';
import { copyTarget, quoted, setSequences, withoutTriggers, type Table } from './tables.js';

/** Rows of one table, in the order of the snapshot's tables. */
export type TableRows = { readonly table: Table; readonly rows: AsyncIterable<Buffer> };

/**
 * Fills a database of ours with a snapshot, in one transaction, after it was given the very migrations that the
 * snapshot's had, which are in `folder` as for `migrate`. Whatever was in the database is gone. The caller applies the
 * later migrations.
 */
export async function loadSnapshot(
  url: string,
  contents: SnapshotContents,
  parts: AsyncIterable<TableRows>,
  folder?: string,
): Promise<void> {
  const migrations = await findMigrations(contents.migrations, folder);
  const client = await openCopyClient(url);
  try {
    await client.query('drop schema public cascade; create schema public');
    await apply(url, migrations);
    await client.query('begin');
    const loaded = new Map<string, number>();
    await withoutTriggers(client, contents.tables, async () => {
      await client.query(`truncate ${contents.tables.map(({ name }) => quoted(name)).join(', ')}`);
      for await (const { table, rows } of parts) loaded.set(table.name, await copyRows(client, table, rows));
    });
    for (const { name, rows } of contents.tables) {
      const found = loaded.get(name) ?? 0;
      if (found !== rows) throw new Error(`Of ${rows} rows of ${name}, ${found} came.`);
    }
    await setSequences(client, contents.sequences);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

/** Adds rows in the text form of COPY; returns their number. */
export async function copyRows(client: Client, table: Table, rows: AsyncIterable<Buffer>): Promise<number> {
  const into = client.query(from(`copy ${copyTarget(table)} from stdin`));
  await pipeline(Readable.from(rows, { objectMode: false }), into);
  return into.rowCount;
}
