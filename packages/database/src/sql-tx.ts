import type { CustomTypesConfig, PoolClient } from 'pg';
import { rowsOf } from './described-query.js';
import type { Statement } from './statement.js';

/** Statements on one connection, inside one transaction. Only `Database.sqlTransaction` makes one. */
export class SqlTx {
  readonly #client: PoolClient;
  readonly #types: CustomTypesConfig;

  constructor(client: PoolClient, types: CustomTypesConfig) {
    this.#client = client;
    this.#types = types;
  }

  async query<Row extends object>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return rowsOf<Row>(this.#client, statement, values, this.#types);
  }
}
