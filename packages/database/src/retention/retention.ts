/** How long the rows of a table are kept. */
export type Retention = {
  readonly table: string;
  /** SQL for the time from which the oldest row counts; one look at an index, however large the table is. */
  readonly oldest: string;
  readonly keptSeconds: number;
};

/** Rows of a table that go some time after an instant that they carry. */
export type ExpiringRows = {
  readonly table: string;
  /** The columns of its primary key. */
  readonly key: string;
  /** The instant, as an index of the table holds it. */
  readonly since: string;
  /** The condition for the rows that the index holds, where it does not hold all. */
  readonly where?: string;
  /** What keeps a row (`r`) although its time is over. */
  readonly unless?: string;
  /** A statement that deletes what else belongs to the rows that go (`gone`). */
  readonly beside?: string;
};

const SECONDS_PER_DAY = 86_400;

export const days = (count: number): number => count * SECONDS_PER_DAY;

export function retentionOf(rows: ExpiringRows, keptSeconds: number): Retention {
  return { table: rows.table, oldest: `select ${rows.since} from ${rowsFrom(rows)} order by 1 limit 1`, keptSeconds };
}

/** The rows that have their instant and nothing that keeps them. */
export function rowsFrom({ table, where, unless }: ExpiringRows): string {
  const conditions = [...(where ? [where] : []), ...(unless ? [`not (${unless})`] : [])];
  return `${table} r${conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''}`;
}
