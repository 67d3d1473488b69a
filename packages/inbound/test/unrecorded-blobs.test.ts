import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FileBlobStore } from '@mailroom/blobs';
import { Database, statement } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { BlobDeletionRepository, BlobSweeper, RawMessageRepository } from '@mailroom/mail';
import {
  buildMailbox,
  buildTenant,
  createTestDatabase,
  fail,
  startTcpProxy,
  until,
  type TcpProxy,
  type TestDatabase,
} from '@mailroom/testing';
import pg from 'pg';
import { AcceptancePressure } from '../src/acceptance-pressure.js';
import type { IngestService } from '../src/ingest.service.js';
import type { ParsingService } from '../src/parsing.service.js';
import { ingestInto } from './ingest.fixture.js';

const NOBODY = 999_999;
const makeDue = statement('test-blobs-due', 'update blob_deletion set due_at = now()');
const deletions = statement('test-blobs-left', 'select blob from blob_deletion');
const waiting = statement(
  'test-waiting',
  `select count(*)::int as n from pg_stat_activity
   where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into raw_message%'`,
);

let test: TestDatabase;
let directory: string;
let database: Database;
/** The database behind `proxy`. */
let cutOff: Database;
let proxy: TcpProxy;
let blobs: FileBlobStore;
let mailboxId: number;
let ingest: IngestService;
beforeEach(async () => {
  test = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'mailroom-unrecorded-'));
  database = new Database({ url: test.url });
  const url = new URL(test.url);
  proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  cutOff = new Database({ url: url.href });
  blobs = new FileBlobStore({ directory });
  await buildTenant(database, 'tnt_a', 'a.test');
  mailboxId = await buildMailbox(database, 'tnt_a', 'box@a.test');
});
afterEach(async () => {
  jest.restoreAllMocks();
  proxy.pass();
  await ingest.close();
  await blobs.close();
  await cutOff.close();
  await proxy.close();
  await database.close();
  await test.drop();
  await rm(directory, { recursive: true, force: true });
});

/** Nobody parses it here. */
function build(commits: Database): IngestService {
  const parsing = { watchdogSeconds: 10, offer: () => {} } as unknown as ParsingService;
  return ingestInto(commits, parsing, new AcceptancePressure(), new RawMessageRepository(commits, blobs));
}

const accept = (mailbox: number, rawId = uuidv7()) =>
  ingest.accept({
    rawId,
    sender: 'a@example.org',
    clientAddress: '127.0.0.1',
    helo: 'test',
    content: Buffer.from(`Subject: large\r\n\r\n${'x'.repeat(20_000)}\r\n`),
    deliveries: [{ mailboxId: mailbox, recipient: 'box@a.test' }],
  });

/** What the janitor does hours later. */
async function sweep(): Promise<void> {
  await database.query(makeDue);
  const store = new FileBlobStore({ directory, now: () => Date.now() + 5 * 3_600_000 });
  await new BlobSweeper(new BlobDeletionRepository(database), store).sweep(fail);
  expect(await database.query(deletions)).toEqual([]);
}

describe('a large message that could not be recorded', () => {
  it('leaves no content behind where the database refused it', async () => {
    ingest = build(database);
    await expect(accept(NOBODY)).rejects.toThrow('foreign key');
    expect(await readdir(directory)).toHaveLength(1);
    await sweep();
    expect(await readdir(directory)).toEqual([]);
  });

  it('takes nothing from the one that was accepted beside it', async () => {
    ingest = build(database);
    const [good, bad] = [uuidv7(), uuidv7()];
    const results = await Promise.allSettled([accept(mailboxId, good), accept(NOBODY, bad)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await sweep();
    expect((await new RawMessageRepository(database, blobs).read(good))?.content.length).toBeGreaterThan(20_000);
  });

  it('keeps its content where it was committed after all, though nobody could know', async () => {
    ingest = build(cutOff);
    const holder = new pg.Client({ connectionString: test.url });
    await holder.connect();
    await holder.query('begin; lock table raw_message in share mode');
    const rawId = uuidv7();
    try {
      const refused = expect(accept(mailboxId, rawId)).rejects.toMatchObject({ code: 'unavailable' });
      await until(async () => ((await database.query<{ n: number }>(waiting))[0]?.n ?? 0) > 0);
      proxy.cut();
      // We give up after two minutes.
      const late = Date.now() + 150_000;
      jest.spyOn(Date, 'now').mockImplementation(() => late);
      await refused;
      jest.restoreAllMocks();
      await holder.query('commit');
    } finally {
      await holder.end();
    }
    const raw = new RawMessageRepository(database, blobs);
    await until(async () => (await raw.find([rawId])).size === 1, { what: 'the commit of which nobody heard' });
    await sweep();
    expect((await raw.read(rawId))?.content.length).toBeGreaterThan(20_000);
  });
});
