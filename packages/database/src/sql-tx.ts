import type { CustomTypesConfig, PoolClient } from 'pg';
import { queryOf, type Statement } from './statement.js';

/** Statements on one connection, inside one transaction. Only `Database.sqlTransaction` makes one. */
export class SqlTx {
  readonly #client: PoolClient;
  readonly #types: CustomTypesConfig;

  constructor(client: PoolClient, types: CustomTypesConfig) {
    this.#client = client;
    this.#types = types;
  }

  async query<Row extends object>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    const { rows } = await this.#client.query<Row>(queryOf(statement, values, this.#types));
    return rows;
  }
}
