import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FileBlobStore, type Announce } from '@mailroom/blobs';
import { Database, statement } from '@mailroom/database';
import { RawMessageRepository } from '@mailroom/mail';
import { buildMailbox, buildTenant, createTestDatabase, type TestDatabase } from '@mailroom/testing';
import { AcceptancePressure } from '../src/acceptance-pressure.js';
import type { IngestService } from '../src/ingest.service.js';
import type { ParsingService } from '../src/parsing.service.js';
import { ingestInto } from './ingest.fixture.js';

const MIB = 1024 * 1024;

/** Knows how many contents were being stored at once, and fails after so many if it is told to. */
class CountingStore extends FileBlobStore {
  most = 0;
  fails = Infinity;
  #underWay = 0;

  override async putAll(contents: readonly Buffer[], announce?: Announce): Promise<string[]> {
    this.#underWay += contents.length;
    this.most = Math.max(this.most, this.#underWay);
    this.fails -= contents.length;
    const put = this.fails < 0 ? Promise.reject(new Error('The disk is full.')) : super.putAll(contents, announce);
    return put.finally(() => {
      this.#underWay -= contents.length;
    });
  }
}

const stored = statement(
  'test-stored',
  `select r.blob, r.awaits_seal as "awaitsSeal" from email e join raw_message r on r.id = e.raw_id
   where r.envelope_sender = $1`,
);

let test: TestDatabase;
let database: Database;
let directory: string;
let blobs: CountingStore;
let mailboxIds: number[];
let ingest: IngestService;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url, secretKeys: [Buffer.alloc(32, 7)] });
  await buildTenant(database, 'tnt_a', 'a.test');
  mailboxIds = [];
  for (let i = 0; i < 21; i++) mailboxIds.push(await buildMailbox(database, 'tnt_a', `box${i}@a.test`));
  directory = await mkdtemp(join(tmpdir(), 'mailroom-copies-'));
  blobs = new CountingStore({ directory });
  // Nobody parses it here: a parser would store what takes the place of the copies.
  const parsing = { watchdogSeconds: 10, offer: () => {} } as unknown as ParsingService;
  const rawMessages = new RawMessageRepository(database, blobs);
  ingest = ingestInto(database, parsing, new AcceptancePressure(), rawMessages);
});
beforeEach(() => {
  blobs.most = 0;
  blobs.fails = Infinity;
});
afterAll(async () => {
  await ingest.close();
  await blobs.close();
  await database.close();
  await test.drop();
  await rm(directory, { recursive: true, force: true });
});

/** The first mailbox is open, the others are sealed. */
const accept = (sender: string, bytes: number) =>
  ingest.accept({
    sender,
    clientAddress: '127.0.0.1',
    helo: 'client.example',
    content: Buffer.from(`Subject: for many\r\n\r\n${'hello '.repeat(bytes / 6)}`),
    deliveries: mailboxIds.map((mailboxId, i) => ({ mailboxId, recipient: `box${i}@a.test`, sealed: i > 0 })),
  });

describe('mail for many mailboxes that are sealed', () => {
  it('is encrypted for one after the other if it is large, and accepted when all have it', async () => {
    await accept('large@sender.example', 3 * MIB);
    const rows = await database.query<{ blob: string; awaitsSeal: boolean }>(stored, ['large@sender.example']);
    expect(new Set(rows.map(({ blob }) => blob)).size).toBe(21);
    expect(rows.filter(({ awaitsSeal }) => awaitsSeal)).toHaveLength(20);
    expect(blobs.most).toBe(1);
  });

  it('waits for nothing if it is small', async () => {
    await accept('small@sender.example', 20_000);
    expect(await database.query(stored, ['small@sender.example'])).toHaveLength(21);
    expect(blobs.most).toBe(21);
  });

  it('is in no mailbox where one of the copies could not be stored', async () => {
    blobs.fails = 10;
    await expect(accept('lost@sender.example', 3 * MIB)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await database.query(stored, ['lost@sender.example'])).toEqual([]);
  });
});
