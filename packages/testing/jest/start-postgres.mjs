// One Postgres for a whole run of Jest, with a migrated template that each test file clones.
import { existsSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('../../database/dist/index.js', import.meta.url));

export default async function startPostgres() {
  if (!existsSync(built)) throw new Error('The packages are not built: run "npm run build" first.');
  const { migrate, startEmbeddedPostgres } = await import(built);
  const dataDirectory = await mkdtemp(join(tmpdir(), 'mailroom-jest-'));
  // So that an unprivileged Postgres can pass, and the cluster lies here and nowhere else.
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
}
