import { upkeepStatement, type Database } from '@mailroom/database';

const run = (text: string) => upkeepStatement('test-refuse-rows', text);

const makeFunction = run(
  `create or replace function refuse() returns trigger language plpgsql as
   $$ begin raise exception '%', tg_argv[0]; end $$`,
);

let refusals = 0;

/**
 * Has Postgres refuse a change of some rows, as it does where a page is broken or a constraint does not hold.
 *
 * @param change such as `delete on email`
 * @param condition SQL for the rows, `old` and `new`
 * @returns what has Postgres accept the change again
 */
export async function refuseRows(
  database: Pick<Database, 'query'>,
  change: string,
  condition: string,
  message = 'invalid page in block 7',
): Promise<() => Promise<void>> {
  refusals += 1;
  const name = `refuse_${refusals}`;
  const table = change.slice(change.lastIndexOf(' ') + 1);
  await database.query(makeFunction);
  await database.query(
    run(
      `create trigger ${name} before ${change} for each row when (${condition}) execute function refuse('${message}')`,
    ),
  );
  return async () => {
    await database.query(run(`drop trigger if exists ${name} on ${table}`));
  };
}
