import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FileBlobStore } from '@mailroom/blobs';
import { Database, statement } from '@mailroom/database';
import { PostgresEventBus } from '@mailroom/messaging';
import { createTestDatabase, spawnService, until, untilReady, type TestDatabase } from '@mailroom/testing';
import { createJanitor } from '../src/index.js';

const BLOBS = 1_500;
const PER_FILE = 10;
const ROWS = 150_000;
const config = { retentionDays: 30, auditDays: 400, endedTokenDays: 90, webhookDeliveryDays: 30 };

/** Blobs that remember how often they were given up. */
class CountingBlobs extends FileBlobStore {
  readonly given = new Map<string, number>();

  override async delete(...[locators, isHeld]: Parameters<FileBlobStore['delete']>): Promise<string[]> {
    for (const locator of locators) this.given.set(locator, (this.given.get(locator) ?? 0) + 1);
    return super.delete(locators, isHeld);
  }
}

let test: TestDatabase;
let database: Database;
let directory: string;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url });
  directory = await mkdtemp(join(tmpdir(), 'mailroom-janitor-'));
});
afterAll(async () => {
  await database.close();
  await test.drop();
  await rm(directory, { recursive: true, force: true });
});

let statements = 0;
const run = <Row extends object>(text: string, values: unknown[] = []) =>
  database.query<Row>(statement(`test-janitor-${(statements += 1)}`, text), values);
const count = async (table: string) => (await run<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n ?? 0;

/** Audit entries whose time is over, and one whose time is not. */
const fillAudit = () =>
  run(`insert into audit_entry (tenant_id, actor, action, target_type, target_id, created_at)
    select 'tnt_kept', 'x', 'y', 'z', n, now() - case when n = 1 then interval '1 day' else interval '401 days' end
    from generate_series(1, ${ROWS}) n`);

/** Stores blobs long ago, in many files, of which no row holds any, and which are to go. */
async function fillBlobs(): Promise<string[]> {
  const blobs = new FileBlobStore({ directory, segmentBytes: 1, now: () => Date.now() - 3 * 3_600_000 });
  const locators: string[] = [];
  for (let n = 0; n < BLOBS; n += PER_FILE) {
    locators.push(...(await blobs.putAll(Array.from({ length: PER_FILE }, (_, i) => Buffer.from(`blob ${n + i}`)))));
  }
  await blobs.close();
  await run('insert into blob_deletion (blob) select unnest($1::text[])', [locators]);
  return locators;
}

beforeEach(() => run('truncate audit_entry, blob_deletion'));

describe('the janitor', () => {
  it('does its work once, however many of it there are', async () => {
    await fillAudit();
    const locators = await fillBlobs();
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const bus = new PostgresEventBus(database);
    const blobs = new CountingBlobs({ directory });
    const janitors = await Promise.all(
      Array.from({ length: 3 }, () => createJanitor({ database, bus, blobs, onError }, config)),
    );
    await Promise.all(janitors.map((janitor) => janitor.start()));
    await until(async () => (await count('blob_deletion')) === 0 && (await count('audit_entry')) === 1, {
      timeoutMs: 60_000,
    });
    await Promise.all(janitors.map((janitor) => janitor.close()));
    await bus.close();
    expect(errors).toEqual([]);
    expect(blobs.given).toEqual(new Map(locators.map((locator) => [locator, 1])));
    expect(await readdir(directory)).toEqual([]);
    await blobs.close();
  }, 90_000);

  it('loses nothing when it is asked to stop in the middle of its work', async () => {
    const env = {
      DATABASE_URL: test.url,
      NATS_URL: 'nats://127.0.0.1:1',
      BLOB_STORE_URL: pathToFileURL(directory).href,
      MAILROOM_HTTP_HOST: '127.0.0.1',
      MAILROOM_HTTP_PORT: '0',
      // If the janitor does nothing, this says why.
      LOG_LEVEL: 'error',
    };
    await fillAudit();
    const locators = await fillBlobs();
    const first = spawnService('janitor', env);
    const hasBegun = async () => !first.isAlive() || (await count('audit_entry')) < ROWS;
    await until(hasBegun, { timeoutMs: 60_000, pauseMs: 1, what: 'the first entries to go' }).catch((error) => {
      throw new Error(`The janitor said: ${first.output()}`, { cause: error });
    });
    expect(first.isAlive() || first.output()).toBe(true);
    expect(await first.stop()).toBe(0);
    const left = await count('audit_entry');
    expect(left).toBeGreaterThan(1);
    // What it had begun is committed or was taken back: no work of it is under way any more.
    const active = `select pid from pg_stat_activity where datname = current_database() and application_name = 'mailroom-janitor'`;
    await until(async () => (await run(active)).length === 0);

    const blobs = new FileBlobStore({ directory });
    const stored = await Promise.all(
      locators.map((locator) =>
        blobs.get(locator).then(
          () => [locator],
          () => [],
        ),
      ),
    );
    const due = (await run<{ blob: string }>('select blob from blob_deletion')).map(({ blob }) => blob);
    expect(due).toEqual(expect.arrayContaining(stored.flat()));
    await blobs.close();

    // What the first one had taken and not given up waits for its lease to end.
    await run('update blob_deletion set due_at = now()');
    const second = spawnService('janitor', env);
    await untilReady(second);
    await until(async () => (await count('blob_deletion')) === 0 && (await count('audit_entry')) === 1, {
      timeoutMs: 60_000,
    });
    expect(await second.readiness()).toBe(200);
    expect(await second.stop()).toBe(0);
    expect(await readdir(directory)).toEqual([]);
  }, 120_000);
});
