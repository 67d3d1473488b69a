// The migrations, applied to an empty database, must produce what the Prisma schema says.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../packages/database/dist/index.js';
import { startEmbeddedPostgres } from '../packages/embedded-postgres/dist/index.js';
import { diff, readSchema } from '../packages/database/tools/schema-engine.mjs';
import { root } from './prepare.mjs';

const dataDirectory = mkdtempSync(join(tmpdir(), 'mailroom-schema-'));
chmodSync(dataDirectory, 0o755);
const postgres = await startEmbeddedPostgres({ dataDirectory, durable: false });
try {
  await migrate(postgres.url);
  const schema = readSchema(join(root, 'packages/database/prisma/schema'));
  const sql = await diff(postgres.url, schema, 'database', 'schema');
  if (!/^\s*(-- This is an empty migration\.)?\s*$/.test(sql)) {
    process.stderr.write(`The migrations and the schema differ. This SQL leads from one to the other:\n${sql}\n`);
    process.exitCode = 1;
  }
} finally {
  await postgres.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
}
