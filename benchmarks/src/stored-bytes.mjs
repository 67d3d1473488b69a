// Measures what a 2 KB email takes once it is stored, parsed and searchable: by table, its indexes and its long values.
import { valueLine } from './figures.mjs';
import { load } from './load.mjs';
import { mailPool } from './mail/pool.mjs';
import { allSearchable, settled } from './system.mjs';

const EMAILS = 4_000;
const LANES = 8;

const sizes = `select c.relname as name, pg_table_size(c.oid) as "table", pg_indexes_size(c.oid) as indexes from pg_class c
  join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'p') order by 1`;

/**
 * The two run one after the other, so that each is measured on its own: mail is taken in and parsed, and then indexed.
 */
export async function bytesPerEmail(world, report) {
  const { pool, use, mailboxes } = world;
  // The bus keeps events for the indexer from its first start on.
  await world.withApps({ indexer: 1 }, async () => {});
  await pool.query('truncate email, email_task, raw_message, message_content, outbox_event, feed_event cascade');
  await pool.query('truncate email_index, search_mailbox, email_block, search_range, search_posting, webhook_delivery');
  const before = await sizesOf(pool);
  const takenIn = await world.withApps({ 'smtp-ingest': 1 }, ({ 'smtp-ingest': ingest }) =>
    use.during(
      ingest,
      () => send(ingest[0].port('SMTP'), mailboxes),
      () => settled(pool),
    ),
  );
  const indexed = await world.withApps({ indexer: 1 }, ({ indexer }) => use.during(indexer, () => allIndexed(world)));
  const after = await sizesOf(pool);
  reportCost('taken in and parsed', takenIn, report);
  reportCost('indexed', indexed, report);
  const parts = growthOf(before, after);
  const sum = parts.reduce((bytes, { table, indexes }) => bytes + table + indexes, 0);
  const named = parts.filter(({ table, indexes }) => table + indexes >= 10);
  const list = named
    .map(({ name, table, indexes }) => `${name} ${table.toFixed(0)} + ${indexes.toFixed(0)}`)
    .join(', ');
  report(valueLine('an email of 2 KB of words: tables + indexes', `${sum.toFixed(0)} bytes`, '–', list));
}

function reportCost(what, { cost, each }, report) {
  const micros = ['apps', 'Postgres', 'NATS'].map((part) => `${part} ${(cost[part] * 1e6).toFixed(0)} µs`).join(', ');
  report(valueLine(`an email of 2 KB of words, ${what}: WAL`, `${each.walBytes.toFixed(0)} bytes`, '–', micros));
}

async function send(port, mailboxes) {
  const recipients = mailboxes.slice(0, LANES).map(({ address }) => address);
  const mail = await mailPool({ count: 1_000 });
  await load({ port, connections: LANES, recipients, mail, count: EMAILS });
  return EMAILS;
}

async function allIndexed(world) {
  await allSearchable(world);
  return EMAILS;
}

/** Measures sizes without space that is only reserved for more rows. */
async function sizesOf(pool) {
  await pool.query('vacuum full');
  const { rows } = await pool.query(sizes);
  return new Map(rows.map(({ name, table, indexes }) => [name, { table: Number(table), indexes: Number(indexes) }]));
}

/** Bytes per email, by table, the largest first. */
function growthOf(before, after) {
  const parts = [...after].map(([name, { table, indexes }]) => {
    const empty = before.get(name) ?? { table: 0, indexes: 0 };
    return { name, table: (table - empty.table) / EMAILS, indexes: (indexes - empty.indexes) / EMAILS };
  });
  return parts.sort((a, b) => b.table + b.indexes - a.table - a.indexes);
}
