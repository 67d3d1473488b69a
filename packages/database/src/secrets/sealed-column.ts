import type { Database } from '../database.js';
import { statement } from '../statement.js';

/** Where sealed secrets lie; both are SQL of the package that owns the table. */
export type SealedColumn = {
  readonly table: string;
  readonly column: string;
  /** An expression for what `SecretBox.seal` was told of the row. */
  readonly identity: string;
};

type Row = { readonly id: number; readonly stored: string; readonly identity: string };

const BATCH = 200;

/**
 * Seals with the first key what another one sealed, or none; returns how many. It can be broken off and begun again, and
 * runs beside everything else: a secret that changed meanwhile was sealed with the first key already.
 * @throws SealedSecretError where a key is missing
 */
export async function resealSecrets(database: Database, columns: readonly SealedColumn[]): Promise<number> {
  const prefix = database.secrets.currentPrefix;
  if (prefix === undefined) return 0;
  let sealed = 0;
  for (const column of columns) sealed += await resealColumn(database, column, prefix);
  return sealed;
}

async function resealColumn(database: Database, of: SealedColumn, prefix: string): Promise<number> {
  const { table, column, identity } = of;
  const find = statement(
    `reseal-find-${table}-${column}`,
    `select id, ${column} as stored, ${identity} as identity from ${table}
     where id > $1 and ${column} is not null and not starts_with(${column}, $2) order by id limit ${BATCH}`,
  );
  const change = statement(
    `reseal-${table}-${column}`,
    `update ${table} set ${column} = $3 where id = $1 and ${column} = $2 returning id`,
  );
  let sealed = 0;
  for (let after = 0; ;) {
    const rows = await database.query<Row>(find, [after, prefix]);
    for (const row of rows) {
      const text = database.secrets.open(row.stored, row.identity);
      const values = [row.id, row.stored, database.secrets.seal(text, row.identity)];
      sealed += (await database.query(change, values)).length;
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return sealed;
    after = last.id;
  }
}
