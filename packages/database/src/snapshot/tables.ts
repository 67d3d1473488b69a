import type { Client } from 'pg';

/** A table as it is copied. */
export type Table = { readonly name: string; readonly columns: readonly string[] };
export type Sequence = { readonly name: string; readonly value: string; readonly isCalled: boolean };

/**
 * These stay behind. Migrations write their own record; positions in the feed are transaction numbers, which another
 * server does not share (it tells its streams to begin anew); what is to be deleted from the old blob store is not in
 * the new one; and quotas begin full.
 */
const LEFT_BEHIND = ['_prisma_migrations', 'feed_event', 'blob_deletion', 'rate_limit_bucket'];

/** Our tables, each after those that it refers to. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { refersTo: string[] }>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
             order by a.attnum) as columns,
       array(select r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
             where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as "refersTo"
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1::text[])
     order by c.relname`,
    [LEFT_BEHIND],
  );
  const sorted: Table[] = [];
  const waiting = new Map(rows.map((row) => [row.name, row]));
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ refersTo }) => !refersTo.some((name) => waiting.has(name)));
    if (free.length === 0) throw new Error(`The tables ${[...waiting.keys()].join(', ')} refer to one another.`);
    for (const { name, columns } of free) {
      sorted.push({ name, columns });
      waiting.delete(name);
    }
  }
  return sorted;
}

/** They are outside every snapshot: read after it was taken, none is behind the rows in it. */
export async function readSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace order by c.relname`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const found = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quoted(name)}`,
    );
    sequences.push(...found.rows.map((row) => ({ name, ...row })));
  }
  return sequences;
}

export async function setSequences(client: Client, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, value, isCalled } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), value, isCalled]);
  }
}

/**
 * Runs `copy` without our own triggers, in the caller's transaction: what they do to other rows, or refuse, was decided
 * when the rows were first written, and comes with the snapshot.
 */
export async function withoutTriggers(
  client: Client,
  tables: readonly Table[],
  copy: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and c.relname = any ($1::text[])`,
    [tables.map(({ name }) => name)],
  );
  for (const { name } of rows) await client.query(`alter table ${quoted(name)} disable trigger user`);
  await copy();
  for (const { name } of rows) await client.query(`alter table ${quoted(name)} enable trigger user`);
}

export async function countRows(client: Client, { name }: Table): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*)::text as count from ${quoted(name)}`);
  return Number(rows[0]?.count);
}

/** The table and its columns, as COPY wants them. */
export function copyTarget({ name, columns }: Table): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`;
}

/** An identifier, which comes from a catalog or from a backup. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
