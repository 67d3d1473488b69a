// What an email of 2 KB takes once it is stored, parsed and searchable: by table, its indexes and its long values.
import { setTimeout as sleep } from 'node:timers/promises';
import { valueLine } from './figures.mjs';
import { loadMessages } from './load.mjs';
import { drained } from './system.mjs';

const EMAILS = 4_000;
const BATCHES = 8;
const VOCABULARY = 20_000;
const WORD_CHARACTERS = 6;

const sizes = `select c.relname as name, pg_table_size(c.oid) as rows, pg_indexes_size(c.oid) as indexes from pg_class c
  join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'p') order by 1`;

/** Text like a language's: the n-th word comes 1/n as often as the first. */
function words(bytes) {
  const lines = [];
  for (let length = 0; length < bytes; length += lines.at(-1).length + 2) {
    const word = () =>
      Math.floor(VOCABULARY ** Math.random())
        .toString(36)
        .padStart(WORD_CHARACTERS, 'w');
    lines.push(Array.from({ length: 10 }, word).join(' '));
  }
  return lines.map((line) => `${line}\r\n`).join('');
}

export async function bytesPerEmail({ pool, run, mailboxes }, report) {
  const apps = await run({ 'smtp-ingest': 1, indexer: 1 });
  const port = apps.replicas['smtp-ingest'][0].port('SMTP');
  const measure = async () => {
    await drained({ pool });
    const behind =
      'select exists (select from email e where ready_at is not null and not exists (select from email_index i where i.email_id = e.id)) as behind';
    for (let wait = 0; wait < 1_200 && (await pool.query(behind)).rows[0].behind; wait += 1) await sleep(100);
    await pool.query('vacuum full');
    const { rows } = await pool.query(sizes);
    return new Map(
      rows.map(({ name, rows: table, indexes }) => [name, { table: Number(table), indexes: Number(indexes) }]),
    );
  };
  await pool.query(
    'truncate email, email_task, raw_message, message_content, email_index, email_block, search_mailbox, outbox_event, feed_event, webhook_delivery cascade',
  );
  const before = await measure();
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const { address } = mailboxes[batch % mailboxes.length];
    await loadMessages({ port, count: EMAILS / BATCHES, recipient: address, text: () => words(2_000) });
  }
  const after = await measure();
  await apps.stop();
  const each = [...after].map(([name, { table, indexes }]) => {
    const empty = before.get(name) ?? { table: 0, indexes: 0 };
    return { name, table: (table - empty.table) / EMAILS, indexes: (indexes - empty.indexes) / EMAILS };
  });
  const sum = each.reduce((bytes, { table, indexes }) => bytes + table + indexes, 0);
  const largest = each
    .filter(({ table, indexes }) => table + indexes >= 10)
    .sort((a, b) => b.table + b.indexes - a.table - a.indexes);
  const parts = largest.map(({ name, table, indexes }) => `${name} ${table.toFixed(0)} + ${indexes.toFixed(0)}`);
  report(valueLine('a stored email of 2 KB: bytes in tables and indexes', sum.toFixed(0), '–', parts.join(', ')));
}
