import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The first line of a migration that must not run in a transaction, such as one with `create index concurrently`. */
const OUTSIDE = /^-- outside a transaction\b/;
const STEP = /^-- step\b.*$/m;

export type Migration = {
  readonly name: string;
  /** The SHA-256 of its file, as `prisma migrate` records it. */
  readonly checksum: string;
  /** A migration that runs in a transaction has one step. */
  readonly steps: readonly string[];
  readonly inTransaction: boolean;
};

/** Reads the migrations of a folder, in the order in which they apply. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map((name) => readMigration(folder, name)));
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
  const checksum = createHash('sha256').update(sql).digest('hex');
  if (!OUTSIDE.test(sql)) return { name, checksum, steps: [sql], inTransaction: true };
  const steps = sql.split(STEP).slice(1);
  if (steps.length === 0) throw new Error(`Migration ${name} runs outside a transaction and has no "-- step".`);
  return { name, checksum, steps, inTransaction: false };
}
