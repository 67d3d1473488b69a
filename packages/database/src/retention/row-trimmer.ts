import type { Database } from '../database.js';
import { isOfBatch } from '../batch.js';
import { RowSweep } from '../row-sweep.js';
import { upkeepStatement, type Statement } from '../statement.js';
import { retentionOf, rowsFrom, type ExpiringRows, type Retention } from './retention.js';

/** Few enough that no statement holds its locks for long. */
const BATCH = 2_000;

/** Deletes the rows of a table whose time is over. Any number of processes may do it at once. */
export class RowTrimmer {
  readonly retention: Retention;
  readonly #sweep: RowSweep;

  constructor(database: Database, rows: ExpiringRows, keptSeconds: number) {
    this.retention = retentionOf(rows, keptSeconds);
    const trim = trimOf(rows);
    this.#sweep = new RowSweep(BATCH, `A row of ${rows.table} could not be deleted.`, async (limit, offset) => {
      return (await database.tryQuery(trim, [keptSeconds, limit, offset])).length;
    });
  }

  /** Deletes one batch, oldest first; true where there may be more. */
  async trim(onError: (error: unknown) => void): Promise<boolean> {
    return this.#sweep.step(onError);
  }
}

function trimOf(rows: ExpiringRows): Statement {
  const { table, key, since, where, unless, beside } = rows;
  const from = rowsFrom(rows);
  return upkeepStatement(
    `trim-${table}`,
    `with due as (
       select ctid, ${key} from ${from} ${where || unless ? 'and' : 'where'} ${since} < now() - make_interval(secs => $1)
       order by ${since} limit $2 offset $3 for update skip locked),
     gone as (delete from ${table} where ${isOfBatch('due', key)} returning ${key})${beside ? `, beside as (${beside})` : ''}
     select 1 from gone`,
  );
}
