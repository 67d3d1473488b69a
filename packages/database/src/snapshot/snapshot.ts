import { Client } from 'pg';
import { to } from 'pg-copy-streams';
import { readApplied } from '../migrations/applied-migrations.js';
import { takeSnapshotLock } from './snapshot-lock.js';
import { copyTarget, countRows, listTables, readSequences, type Sequence, type Table } from './tables.js';

/** What a snapshot is of. */
export type SnapshotContents = {
  /** Name and checksum of each migration that had been applied. */
  readonly migrations: Readonly<Record<string, string>>;
  readonly tables: readonly (Table & { readonly rows: number })[];
  readonly sequences: readonly Sequence[];
};

const PAGE = 500;

/** All rows of a database as they were at one moment, while the system writes on. */
export class Snapshot {
  private constructor(
    readonly contents: SnapshotContents,
    private readonly client: Client,
  ) {}

  /** Blobs that the snapshot names stay until it is closed. */
  static async open(url: string): Promise<Snapshot> {
    const client = await openCopyClient(url);
    try {
      // This comes before the first statement that sees rows.
      await takeSnapshotLock(client);
      await client.query('begin isolation level repeatable read read only');
      const tables = await listTables(client);
      const counted = [];
      for (const table of tables) counted.push({ ...table, rows: await countRows(client, table) });
      const migrations = Object.fromEntries(await readApplied(client));
      return new Snapshot({ migrations, tables: counted, sequences: await readSequences(client) }, client);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** A table's rows in the text form of COPY, piece by piece. */
  copy(table: Table): AsyncIterable<Buffer> {
    return this.client.query(to(`copy ${copyTarget(table)} to stdout`));
  }

  /** The first column of a query's rows, page by page. */
  async *column(sql: string): AsyncGenerator<string[]> {
    await this.client.query(`declare snapshot_column no scroll cursor for ${sql}`);
    try {
      for (;;) {
        const { rows } = await this.client.query<[string]>({
          text: `fetch ${PAGE} from snapshot_column`,
          rowMode: 'array',
        });
        if (rows.length === 0) break;
        yield rows.map(([value]) => value);
      }
    } finally {
      await this.client.query('close snapshot_column');
    }
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}

/** Whatever a server's own settings are, both sides write and read dates in the same form. */
export async function openCopyClient(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'mailroom-copy', keepAlive: true });
  // The next statement fails and tells.
  client.on('error', () => {});
  await client.connect();
  await client.query(`set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set statement_timeout = 0;
    set idle_in_transaction_session_timeout = 0; set client_encoding = 'UTF8'`);
  return client;
}
