import type { Client } from 'pg';
import { copyRows } from './load-snapshot.js';
import { openCopyClient, type Snapshot } from './snapshot.js';
import { quoted, setSequences, withoutTriggers, type Table } from './tables.js';

/** How a table looks: the number of its rows, and a sum over a hash of each, whatever their order. */
export type TableSum = { readonly rows: number; readonly sum: string };

/** A database of ours that tables are copied into, one at a time, so that it can go on where it was interrupted. */
export class CopySession {
  private constructor(private readonly client: Client) {}

  static async open(url: string): Promise<CopySession> {
    return new CopySession(await openCopyClient(url));
  }

  async run<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.client.query<Row>(sql, [...values])).rows;
  }

  /** Copies a table and runs `after`, both or neither. */
  async copy(snapshot: Snapshot, table: Table, after: () => Promise<void>): Promise<void> {
    await this.client.query('begin');
    try {
      await withoutTriggers(this.client, [table], async () => {
        await copyRows(this.client, table, snapshot.copy(table));
      });
      await after();
      await this.client.query('commit');
    } catch (error) {
      await this.client.query('rollback').catch(() => {});
      throw error;
    }
  }

  async setSequences({ contents }: Snapshot): Promise<void> {
    await setSequences(this.client, contents.sequences);
  }

  async sum({ name, columns }: Table, shown: Readonly<Record<string, string>> = {}): Promise<TableSum> {
    const values = columns.map((column) => shown[column] ?? quoted(column)).join(', ');
    const [found] = await this.run<TableSum>(
      `select count(*)::int8::text as rows, coalesce(sum(('x' || left(md5(row(${values})::text), 15))::bit(60)::bigint), 0)::text as sum
       from ${quoted(name)}`,
    );
    return { rows: Number(found?.rows), sum: found?.sum ?? '' };
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
