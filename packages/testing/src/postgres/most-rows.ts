import { statement, type Database, type Statement } from '@mailroom/database';
import pg from 'pg';

type Plan = { readonly 'Actual Rows': number; readonly 'Actual Loops': number; readonly Plans?: readonly Plan[] };
type Explained = { readonly 'QUERY PLAN': readonly { readonly Plan: Plan }[] };

const parameterTypes = statement(
  'test-parameter-types',
  'select parameter_types::text[] as types from pg_prepared_statements where name = $1',
);

let explained = 0;

/**
 * Returns how many rows the busiest step of the work's statements handed on, however often it was begun: a join that goes
 * through a group once for each of its rows shows here. The statements run by their generic plans, and return nothing to the work.
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

/** A value of this type, as SQL writes it. */
function literal(value: unknown, type = 'text'): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return `array[${value.map((one) => literal(one)).join(', ')}]::${type}`;
  // What is sent as octets is their value, or its text.
  if (Buffer.isBuffer(value))
    return pg.escapeLiteral(type === 'bytea' ? `\\x${value.toString('hex')}` : value.toString());
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}

function busiest(plan: Plan): number {
  return Math.max(plan['Actual Rows'] * plan['Actual Loops'], ...(plan.Plans ?? []).map(busiest));
}
