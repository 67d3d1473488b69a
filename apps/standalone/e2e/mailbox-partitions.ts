import type pg from 'pg';

const PARTITIONS = 2;

const indexesOf = `select pg_get_indexdef(indexrelid) as definition, indisunique as "isUnique"
  from pg_index where indrelid = $1::regclass`;

/** Puts in the place of each table an empty one that is parted by the hash of its mailbox, with the same indexes. */
export async function partByMailbox(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await client.query(`alter table ${table} rename to ${table}_whole`);
    await client.query(`create table ${table} (like ${table}_whole including defaults) partition by hash (mailbox_id)`);
    for (let part = 0; part < PARTITIONS; part += 1) {
      const values = `for values with (modulus ${PARTITIONS}, remainder ${part})`;
      await client.query(`create table ${table}_part${part} partition of ${table} ${values}`);
    }
    type Index = { definition: string; isUnique: boolean };
    for (const index of (await client.query<Index>(indexesOf, [`${table}_whole`])).rows) {
      await client.query(partedIndex(table, index));
    }
  }
}

/** The same index of the parted table; a unique one has to hold the mailbox. */
function partedIndex(table: string, { definition, isUnique }: { definition: string; isUnique: boolean }): string {
  const [, columns = '', where = ''] = /USING btree \((.*?)\)( WHERE .*)?$/.exec(definition) ?? [];
  const key = isUnique && !/\bmailbox_id\b/.test(columns) ? `${columns}, mailbox_id` : columns;
  return `create ${isUnique ? 'unique' : ''} index on ${table} using btree (${key})${where}`;
}

export type Plan = Readonly<Record<string, unknown>> & {
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly Plans?: readonly Plan[];
};

/** The names under which a plan reads parted tables without naming a mailbox, as `table name`. */
export function unnamedScans(plan: Plan): string[] {
  const inner = (plan.Plans ?? []).flatMap(unnamedScans);
  const [, table] = /^(.*)_part\d$/.exec(plan['Relation Name'] ?? '') ?? [];
  const isInsert = plan['Node Type'] === 'ModifyTable';
  if (table === undefined || isInsert || namesMailbox(plan)) return inner;
  return [`${table} ${(plan.Alias ?? '').replace(/_\d+$/, '')}`, ...inner];
}

/** The columns, out of those given as `table.column`, by which a plan looks for rows, and not among rows that it has. */
export function searchedColumns(columns: readonly string[], plan: Plan): string[] {
  const inner = (plan.Plans ?? []).flatMap((part) => searchedColumns(columns, part));
  const search = plan['Index Cond'] ?? plan['Recheck Cond'] ?? plan.Filter;
  const names = (name: string) => new RegExp(`\\b${name}\\b`).test(String(search));
  const own = columns.filter((column) => {
    const [table, name = ''] = column.split('.');
    return table === plan['Relation Name'] && names(name);
  });
  return [...own, ...inner];
}

/** Whether one of the conditions that all rows of a scan fulfil says which mailbox it is, or which ones. */
function namesMailbox(plan: Plan): boolean {
  const conditions = ['Index Cond', 'Recheck Cond', 'Filter'].flatMap((kind) => conjuncts(plan[kind]));
  return conditions.some((condition) => /^\(*(\w+\.)?mailbox_id = /.test(condition));
}

/** The parts of a condition that AND connects. */
function conjuncts(condition: unknown): string[] {
  if (typeof condition !== 'string') return [];
  let depth = 0;
  const parts = [''];
  const inside = isWrapped(condition) ? condition.slice(1, -1) : condition;
  for (const word of inside.split(/( AND )/)) {
    if (word === ' AND ' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${word}`);
    depth += count(word, '(') - count(word, ')');
  }
  return parts;
}

/** Whether the first parenthesis is closed by the last. */
function isWrapped(condition: string): boolean {
  let depth = 0;
  return [...condition].every((character, place) => {
    depth += character === '(' ? 1 : character === ')' ? -1 : 0;
    return depth > 0 || place === condition.length - 1;
  });
}

const count = (text: string, character: string) => text.split(character).length - 1;
