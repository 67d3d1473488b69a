// Starts what a whole Jest run shares: one Postgres, with a migrated template that each test file clones, and the host
// of the installations that e2e suites join.
import { existsSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = (name) => fileURLToPath(new URL(`../../${name}/dist/index.js`, import.meta.url));

export default async function beginRun() {
  if (!existsSync(built('database'))) throw new Error('The packages are not built: run "npm run build" first.');
  const { migrate } = await import(built('database'));
  const { startEmbeddedPostgres } = await import(built('embedded-postgres'));
  const dataDirectory = await mkdtemp(join(tmpdir(), 'mailroom-jest-'));
  // This lets an unprivileged Postgres pass, and keeps the cluster in this directory.
  await chmod(dataDirectory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory, durable: false, maxConnections: 300 });
  globalThis.mailroomTest = { postgres, dataDirectory };
  const template = postgres.url.replace(/mailroom$/, 'mailroom_template');
  const { Client } = (await import('pg')).default;
  const admin = new Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query('create database mailroom_template');
  await admin.end();
  await migrate(template);
  process.env.MAILROOM_TEST_POSTGRES_URL = postgres.url;
  const { hostInstallations } = await import(built('testing'));
  globalThis.mailroomTest.installations = await hostInstallations();
}
