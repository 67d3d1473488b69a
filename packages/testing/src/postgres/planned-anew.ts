import { statement, type Database } from '@mailroom/database';

/** Postgres makes this many plans for values before it thinks of one for all. */
const PLANS_AT_FIRST = 5;

const find = statement(
  'planned-anew',
  `select name from pg_prepared_statements where custom_plans > ${PLANS_AT_FIRST} order by name`,
);

/**
 * The statements of a database of one connection that are planned again and again, and not once for all values. Execute
 * what is asked about more often than `PLANS_AT_FIRST` first.
 */
export async function plannedAnew(database: Database): Promise<string[]> {
  return (await database.query<{ name: string }>(find)).map(({ name }) => name);
}
