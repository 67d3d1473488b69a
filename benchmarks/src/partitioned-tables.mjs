// Makes a database whose tables of emails and tasks are whole or in hash partitions by mailbox, and fills them.
import { Database, migrate } from '@mailroom/database';
import pg from 'pg';

export const MAILBOXES = 10_000;
/** It has a tenth of all emails, and all its tasks wait; those of the other mailboxes are handled. */
export const LARGE_MAILBOX = 1;
export const WORKERS = 8;

/** The key of each table that carries the mailbox and gets rows with each email. */
const tables = { email: 'id', email_task: 'email_id' };

/** A mailbox other than the large one has its emails spread evenly among those of all others. */
const mailboxOf = (n) => `case when ${n} % 10 = 0 then ${LARGE_MAILBOX} else 2 + ${n} * 7919 % ${MAILBOXES - 1} end`;

/** One of the emails that the database was filled with. */
export function anyEmail({ emails }) {
  const id = 1 + Math.floor(Math.random() * emails);
  return { id, mailboxId: id % 10 === 0 ? LARGE_MAILBOX : 2 + ((id * 7919) % (MAILBOXES - 1)) };
}

/** Rows are narrow, so that ten million of them fit twice: the texts that lists show are short, and headers are empty. */
const fills = (count) => [
  `insert into email (mailbox_id, direction, status, unread, raw_id, recipient, from_email, subject, message_id, thread_id,
     created_at, ready_at)
   select ${mailboxOf('n')}, 0, 'received', true, gen_random_uuid(), 'a@b.test', 'c@d.test', 'S ' || n, n || '@d',
     't' || n, t, t
   from generate_series(1, ${count}::bigint) n,
     lateral (select now() - make_interval(secs => (${count} - n) / 10.0) as t) made`,
  `insert into email_task (email_id, mailbox_id, seq, ready, status, handled_by, handled_at)
   select id, mailbox_id, id, true, case when waits then 'new' else 'handled' end,
     case when waits then '' else 'bench' end, case when not waits then ready_at end
   from (select *, mailbox_id = ${LARGE_MAILBOX} as waits from email) e`,
];

/** Makes and fills a database of that name; with 0 partitions its tables are what they are today, without foreign keys. */
export async function makeSide({ pool, url }, name, { partitions, emails }) {
  const own = new URL(url);
  own.pathname = `/partitions_${name}`;
  await pool.query(`create database partitions_${name}`);
  await migrate(own.href, () => {});
  const client = new pg.Client({ connectionString: own.href });
  await client.connect();
  await client.query(`set maintenance_work_mem = '512MB'`);
  // Tables that the same transaction made are not written to the WAL, only to the disk.
  await client.query('begin');
  const indexes = [];
  for (const [table, id] of Object.entries(tables)) indexes.push(...(await replace(client, table, id, partitions)));
  for (const fill of fills(emails)) await client.query(fill);
  for (const index of indexes) await client.query(index);
  await client.query('commit');
  await client.query('vacuum (freeze, analyze)');
  await client.end();
  return { name, emails, url: own.href, auto: databaseOf(own), generic: databaseOf(own, 'force_generic_plan') };
}

export async function dropSide({ pool }, { name, auto, generic }) {
  await auto.close();
  await generic.close();
  await pool.query(`drop database partitions_${name} with (force)`);
}

function databaseOf(url, mode = 'auto') {
  const planned = new URL(url);
  planned.searchParams.set('options', `-c plan_cache_mode=${mode}`);
  return new Database({ url: planned.href, poolSize: WORKERS, answerMs: 600_000 });
}

/** Puts an empty table in the place of one; returns the statements that make its key and its other indexes. */
async function replace(client, table, id, partitions) {
  const { rows: indexes } = await client.query(
    `select replace(indexdef, 'public.', '') as definition from pg_indexes
     where schemaname = 'public' and tablename = $1 and indexname <> $1 || '_pkey'`,
    [table],
  );
  const { rows } = await client.query('select reloptions from pg_class where oid = $1::regclass', [table]);
  const settings = rows[0].reloptions ? `with (${rows[0].reloptions.join()})` : '';
  if (id === 'id') await client.query(`alter sequence ${table}_id_seq owned by none`);
  await client.query(`alter table ${table} rename to origin`);
  const like = `create table ${table} (like origin including all excluding indexes excluding constraints)`;
  await client.query(partitions === 0 ? `${like} ${settings}` : `${like} partition by hash (mailbox_id)`);
  for (let part = 0; part < partitions; part += 1) {
    await client.query(
      `create table ${table}_${part} partition of ${table}
       for values with (modulus ${partitions}, remainder ${part}) ${settings}`,
    );
  }
  await client.query('drop table origin cascade');
  // A key that began with the mailbox would not find an email by its id alone.
  const key = partitions === 0 ? id : `${id}, mailbox_id`;
  return [`alter table ${table} add primary key (${key})`, ...indexes.map(({ definition }) => definition)];
}

const sizes = `select sum(pg_table_size(oid))::float8 as "table", sum(pg_indexes_size(oid))::float8 as indexes from pg_class
  where oid = $1::regclass or oid in (select relid from pg_partition_tree($1::regclass))`;

/** Bytes of a table and of its indexes for each email. */
export async function bytesPerRow({ auto, emails }, table) {
  const [row] = await auto.query({ name: 'partitions-sizes', text: sizes }, [table]);
  return { table: row.table / emails, indexes: row.indexes / emails };
}
