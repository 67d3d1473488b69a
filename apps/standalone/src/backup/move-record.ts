import { CopySession, migrate, type Snapshot, type Table } from '@mailroom/database';
import { BackupError } from './backup-error.js';

type TableRecord = { readonly name: string };

/** What of a move is complete, kept in the database that is moved to. */
export class MoveRecord {
  private constructor(private readonly target: CopySession) {}

  /** Begins a move, or goes on with one from the same source. @throws BackupError where the database is another's */
  static async open(target: CopySession, url: string, source: string): Promise<MoveRecord> {
    const [found] = await target.run<{ known: boolean; used: boolean }>(
      `select to_regclass('public.mailroom_move') is not null as known, to_regclass('public.tenant') is not null as used`,
    );
    if (found?.known) {
      const rows = await target.run<{ source: string }>('select source from mailroom_move');
      if (rows.some((row) => row.source !== source)) {
        throw new BackupError(
          'MOVE_TO_DATABASE_URL is being moved to from another data directory: name another database.',
        );
      }
      return new MoveRecord(target);
    }
    if (found?.used && (await target.run('select from tenant limit 1')).length > 0) {
      throw new BackupError('MOVE_TO_DATABASE_URL has an installation already: name an empty database.');
    }
    await migrate(url);
    await target.run(`do $$ begin
      create table mailroom_move (source text not null, name text primary key);
      create table mailroom_move_blob (blob text primary key);
      insert into mailroom_move values ('${source.replaceAll("'", "''")}', '');
    end $$`);
    return new MoveRecord(target);
  }

  /** Copies a table unless it was; with the messages it notes which blobs have to follow. */
  async copy(snapshot: Snapshot, table: Table, source: string): Promise<void> {
    const done = await this.target.run<TableRecord>('select name from mailroom_move where name = $1', [table.name]);
    if (done.length > 0) return;
    await this.target.copy(snapshot, table, async () => {
      if (table.name === 'raw_message') {
        await this.target.run(
          'insert into mailroom_move_blob select distinct blob from raw_message where blob is not null',
        );
      }
      await this.target.run('insert into mailroom_move values ($1, $2)', [source, table.name]);
    });
  }

  /** Some blobs that are not in the new store yet. */
  async nextBlobs(limit: number): Promise<string[]> {
    const rows = await this.target.run<{ blob: string }>('select blob from mailroom_move_blob limit $1', [limit]);
    return rows.map(({ blob }) => blob);
  }

  /** The rows point to the new store, and the blobs are done. */
  async relocate(old: readonly string[], locators: readonly string[]): Promise<number> {
    const rows = await this.target.run<{ old: string }>(
      `with m as (select * from unnest($1::text[], $2::text[]) as m (old, new)),
         done as (delete from mailroom_move_blob b using m where b.blob = m.old)
       update raw_message r set blob = m.new from m where r.blob = m.old returning m.old`,
      [old, locators],
    );
    return new Set(rows.map((row) => row.old)).size;
  }

  /** The installation is there, and nothing speaks of the move any more. */
  async drop(): Promise<void> {
    await this.target.run('drop table if exists mailroom_move, mailroom_move_blob');
  }
}
