import type { Database } from '../database.js';
import { isOfBatch } from '../batch.js';
import { upkeepStatement, type Statement } from '../statement.js';
import { retentionOf, rowsFrom, type ExpiringRows, type Retention } from './retention.js';

/** Few enough that no statement holds its locks for long. */
const BATCH = 2_000;

/** Deletes the rows of a table whose time is over. Any number of processes may do it at once. */
export class RowTrimmer {
  readonly retention: Retention;
  readonly #trim: Statement;

  constructor(
    private readonly database: Database,
    rows: ExpiringRows,
    keptSeconds: number,
  ) {
    this.retention = retentionOf(rows, keptSeconds);
    this.#trim = trimOf(rows);
  }

  /** Deletes one batch, oldest first; true where there may be more. */
  async trim(): Promise<boolean> {
    const gone = await this.database.query(this.#trim, [this.retention.keptSeconds, BATCH]);
    return gone.length === BATCH;
  }
}

function trimOf(rows: ExpiringRows): Statement {
  const { table, key, since, where, unless, beside } = rows;
  const from = rowsFrom(rows);
  return upkeepStatement(
    `trim-${table}`,
    `with due as (
       select ctid, ${key} from ${from} ${where || unless ? 'and' : 'where'} ${since} < now() - make_interval(secs => $1)
       order by ${since} limit $2 for update skip locked),
     gone as (delete from ${table} where ${isOfBatch('due', key)} returning ${key})${beside ? `, beside as (${beside})` : ''}
     select 1 from gone`,
  );
}
