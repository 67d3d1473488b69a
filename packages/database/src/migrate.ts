import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const migrationsFolder = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

/** Any number, as long as nothing else in the database locks it. */
const ADVISORY_LOCK = 7_245_001;

/** The table that `prisma migrate` keeps, so that `prisma migrate status` agrees with what was done here. */
const bookkeeping = `
  create table if not exists _prisma_migrations (
    id varchar(36) primary key not null, checksum varchar(64) not null, finished_at timestamptz,
    migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
    started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`;

/**
 * Applies the migrations that the database at `url` lacks, each in a transaction of its own and in order. Replicas that
 * start together wait for one another.
 */
export async function migrate(url: string, onLog: (line: string) => void = () => {}): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await client.query(bookkeeping);
    const { rows } = await client.query<{ migration_name: string; checksum: string }>(
      'select migration_name, checksum from _prisma_migrations where rolled_back_at is null',
    );
    const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]));
    for (const migration of await readMigrations()) {
      const checksum = applied.get(migration.name);
      if (checksum === undefined) {
        await apply(client, migration);
        onLog(`migration ${migration.name} applied`);
      } else if (checksum !== migration.checksum) {
        throw new Error(`Migration ${migration.name} was changed after it had been applied to this database.`);
      }
    }
  } finally {
    await client.end();
  }
}

type Migration = { name: string; sql: string; checksum: string };

async function readMigrations(): Promise<Migration[]> {
  const entries = await readdir(migrationsFolder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(migrationsFolder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       values ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
