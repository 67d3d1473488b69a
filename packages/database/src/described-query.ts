import pg, { type CustomTypesConfig } from 'pg';
import type { Statement } from './statement.js';

type Connection = { readonly describe: unknown };
/** What `pg` makes of the description of rows, to read them by. */
type Shape = {
  readonly fields: readonly unknown[];
  readonly _parsers: readonly unknown[] | undefined;
  readonly _prebuiltEmptyResultObject: object | null;
};
type Config = {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly types: CustomTypesConfig;
};

/** What `pg.Query` has for those that extend it, such as its own cursors, and its types leave out. */
type ExtensibleQuery = new (config: Config) => {
  readonly name?: string;
  readonly _result: Shape;
  _accumulateRows: boolean;
  _canceledDueToError: unknown;
  submit(connection: Connection): unknown;
  prepare(connection: Connection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: { readonly fields: readonly unknown[] }): void;
};

/** What is known of a connection: itself without a way to ask for descriptions, and those that it has given. */
type Known = { readonly undescribing: Connection; readonly shapes: Map<string, Shape> };

const connections = new WeakMap<Connection, Known>();

function knownOf(connection: Connection): Known {
  const known = connections.get(connection);
  if (known) return known;
  const undescribing = Object.create(connection, { describe: { value: () => {} } }) as Connection;
  const made = { undescribing, shapes: new Map<string, Shape>() };
  connections.set(connection, made);
  return made;
}

/**
 * One execution of a statement. `pg` asks for the description of the rows each time, and makes its parsers of it; of a
 * statement that is prepared they stay the same as long as its connection lives, or Postgres refuses it (ADR 0082).
 */
class DescribedQuery extends (pg.Query as unknown as ExtensibleQuery) {
  #shapes: Map<string, Shape> | undefined;

  /** A statement without a name is not prepared, but planned anew. */
  constructor({ name, text, isPlannedAnew }: Statement, values: readonly unknown[], types: CustomTypesConfig) {
    super({ text, values: [...values], types, ...(!isPlannedAnew && { name }) });
  }

  override prepare(connection: Connection): void {
    const { undescribing, shapes } = knownOf(connection);
    this.#shapes = shapes;
    const shape = shapes.get(this.name ?? '');
    if (!shape) return super.prepare(connection);
    Object.assign(this._result, shape);
    this._accumulateRows = true;
    super.prepare(undescribing);
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    if (this.name !== undefined) this.#shapes?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }

  /** A pooler between us and Postgres may have prepared the statement anew, after a migration. */
  override handleDataRow(message: { readonly fields: readonly unknown[] }): void {
    if (message.fields.length === this._result.fields.length) return super.handleDataRow(message);
    this.#shapes?.delete(this.name ?? '');
    this._canceledDueToError ||= new Error(`The rows of the statement ${this.name} have changed their shape.`);
  }
}

/** A pool or one of its connections. */
type Queryable = { query(query: pg.QueryConfig, settle: (error: unknown, answer: pg.QueryResult) => void): void };

/** Executes a statement, and returns its rows. */
export async function rowsOf<Row extends object>(
  on: Queryable,
  statement: Statement,
  values: readonly unknown[],
  types: CustomTypesConfig,
): Promise<Row[]> {
  const query = new DescribedQuery(statement, values, types) as unknown as pg.QueryConfig;
  try {
    return await new Promise((resolve, reject) => {
      on.query(query, (error, answer) => (error ? reject(error as Error) : resolve(answer.rows as Row[])));
    });
  } catch (error) {
    // Its own stack leads to a socket, and this one to whoever asked.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
