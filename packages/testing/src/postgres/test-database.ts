import { randomBytes } from 'node:crypto';
import pg from 'pg';

export type TestDatabase = { readonly url: string; drop(): Promise<void> };

const TEMPLATE = 'mailroom_template';
const TRIES = 50;
const PAUSE_MS = 20;
/** Someone is connected to the template. */
const OBJECT_IN_USE = '55006';

function adminUrl(): string {
  const url = process.env.MAILROOM_TEST_POSTGRES_URL;
  if (!url) throw new Error('MAILROOM_TEST_POSTGRES_URL is not set: run the tests with "npm test".');
  return url;
}

async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl() });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function cloneTemplate(name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await asAdmin(`create database ${name} template ${TEMPLATE} strategy file_copy`);
    } catch (error) {
      const busy = error instanceof Error && 'code' in error && error.code === OBJECT_IN_USE;
      if (!busy || attempt === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/** An empty database with every migration applied, used by one test file alone. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await cloneTemplate(name);
  const url = new URL(adminUrl());
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(`drop database if exists ${name} with (force)`) };
}
