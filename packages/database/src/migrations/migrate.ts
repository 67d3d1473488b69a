import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { readApplied } from './applied-migrations.js';
import { readMigrations, type Migration } from './migration.js';

const ownMigrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** Any number that nothing else in the database locks. */
const ADVISORY_LOCK = 7_245_001;
const LOCK_POLL_MS = 200;

/**
 * The table that `prisma migrate` keeps; we write it so that `prisma migrate status` agrees with what was done here.
 */
const bookkeeping = `
  create table if not exists _prisma_migrations (
    id varchar(36) primary key not null, checksum varchar(64) not null, finished_at timestamptz,
    migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
    started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`;

/**
 * Applies the migrations that the database at `url` lacks, in order. Each runs in its own transaction unless it asks
 * for none. Replicas that start together wait for one another.
 */
export async function migrate(
  url: string,
  onLog: (line: string) => void = () => {},
  folder: string = ownMigrations,
): Promise<void> {
  await apply(url, await readMigrations(folder), onLog);
}

/**
 * Those of our migrations that another database has, by name and checksum. @throws UnknownMigrationError where one is not
 * ours
 */
export async function findMigrations(
  applied: Readonly<Record<string, string>>,
  folder: string = ownMigrations,
): Promise<Migration[]> {
  const own = await readMigrations(folder);
  for (const [name, checksum] of Object.entries(applied)) {
    if (own.find((migration) => migration.name === name)?.checksum !== checksum) throw new UnknownMigrationError(name);
  }
  return own.filter(({ name }) => applied[name] !== undefined);
}

/** The database was made by a later version, or by another program. */
export class UnknownMigrationError extends Error {
  override readonly name = 'UnknownMigrationError';

  constructor(migration: string) {
    super(`This Mailroom does not know the migration ${migration}: use the version that wrote it, or a later one.`);
  }
}

/** Applies those of the given migrations that the database lacks. */
export async function apply(
  url: string,
  migrations: readonly Migration[],
  onLog: (line: string) => void = () => {},
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // A connection that is lost between two statements fails the next one.
  client.on('error', () => {});
  await client.connect();
  try {
    await takeLock(client);
    await client.query(bookkeeping);
    const applied = await readApplied(client);
    for (const migration of migrations) {
      const checksum = applied.get(migration.name);
      if (checksum === undefined) {
        if (migration.inTransaction) await applyInTransaction(client, migration);
        else await applyOutside(client, migration);
        onLog(`migration ${migration.name} applied`);
      } else if (checksum !== migration.checksum) {
        throw new Error(`Migration ${migration.name} was changed after it had been applied to this database.`);
      }
    }
  } finally {
    await client.end();
  }
}

/**
 * Tries again and again instead of waiting: a statement that waits for the lock has a snapshot, and an index that the
 * holder builds concurrently would in turn wait for that snapshot.
 */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      ADVISORY_LOCK,
    ]);
    if (rows[0]?.taken) return;
    await sleep(LOCK_POLL_MS);
  }
}

async function applyInTransaction(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    for (const step of migration.steps) await client.query(step);
    await record(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * Runs step after step. Nothing rolls a step back, so a start that was interrupted begins again with the first step:
 * what is half done must be removed before it is created (`drop index concurrently if exists`, then `create index
 * concurrently`).
 */
async function applyOutside(client: pg.Client, migration: Migration): Promise<void> {
  for (const step of migration.steps) await client.query(step);
  await record(client, migration);
}

async function record(client: pg.Client, { name, checksum, steps }: Migration): Promise<void> {
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     values ($1, $2, $3, now(), $4)`,
    [randomUUID(), checksum, name, steps.length],
  );
}
