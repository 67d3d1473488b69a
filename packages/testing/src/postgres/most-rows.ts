import { statement, type Database, type Statement } from '@mailroom/database';
import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

type Plan = { readonly 'Actual Rows': number; readonly 'Actual Loops': number; readonly Plans?: readonly Plan[] };
type Explained = { readonly 'QUERY PLAN': readonly { readonly Plan: Plan }[] };

const parameterTypes = statement(
  'test-parameter-types',
  'select parameter_types::text[] as types from pg_prepared_statements where name = $1',
);

let explained = 0;

/**
 * How many rows the busiest step of the work's statements handed on, however often it was begun: a join that goes through a
 * group once for each of its rows shows here. The statements run by their generic plans, and return nothing to the work.
 */
export async function mostRows(
  { database }: { readonly database: Database },
  work: (explaining: Database) => Promise<unknown>,
): Promise<number> {
  const plans: Plan[] = [];
  const query = async ({ text }: Statement, values: readonly unknown[]): Promise<never[]> => {
    explained += 1;
    const name = `explained_${explained}`;
    await database.query(statement(`prepare-${name}`, `prepare ${name} as ${text}`));
    const [{ types } = { types: [] }] = await database.query<{ types: readonly string[] }>(parameterTypes, [name]);
    const parameters = values.map((value, place) => literal(value, types[place])).join(', ');
    const explain = statement(`explain-${name}`, `explain (analyze, format json) execute ${name} (${parameters})`);
    for (const row of await database.query<Explained>(explain)) {
      plans.push(...row['QUERY PLAN'].map(({ Plan: plan }) => plan));
    }
    return [];
  };
  await work({ query } as unknown as Database);
  if (plans.length === 0) throw new Error('Postgres told no plan.');
  return Math.max(...plans.map(busiest));
}

/** What would be sent in the place of a parameter of this type, as SQL writes it. */
function literal(value: unknown, type: string | undefined): string {
  const sent: unknown = prepareValue(value);
  if (sent === null || sent === undefined) return 'null';
  // Octets are sent as they are; those of a type that is text are its text.
  if (Buffer.isBuffer(sent))
    return type === 'bytea' ? `'\\x${sent.toString('hex')}'` : pg.escapeLiteral(sent.toString());
  return pg.escapeLiteral(String(sent));
}

function busiest(plan: Plan): number {
  return Math.max(plan['Actual Rows'] * plan['Actual Loops'], ...(plan.Plans ?? []).map(busiest));
}
