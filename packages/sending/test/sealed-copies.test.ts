import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FileBlobStore, type Announce } from '@mailroom/blobs';
import { Database } from '@mailroom/database';
import { MailboxRepository, RawMessageRepository, RecipientDirectory } from '@mailroom/mail';
import { createTestDatabase, type TestDatabase } from '@mailroom/testing';
import { JobPreparation, type PreparedJob } from '../src/job-preparation.js';

/** Knows how many contents were being stored at once. */
class CountingStore extends FileBlobStore {
  most = 0;
  #underWay = 0;

  override async putAll(contents: readonly Buffer[], announce?: Announce): Promise<string[]> {
    this.#underWay += contents.length;
    this.most = Math.max(this.most, this.#underWay);
    return super.putAll(contents, announce).finally(() => {
      this.#underWay -= contents.length;
    });
  }
}

let test: TestDatabase;
let database: Database;
let directory: string;
let blobs: CountingStore;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url, secretKeys: [randomBytes(32)] });
  directory = await mkdtemp(join(tmpdir(), 'mailroom-copies-'));
  blobs = new CountingStore({ directory });
});
afterAll(async () => {
  await blobs.close();
  await database.close();
  await test.drop();
  await rm(directory, { recursive: true, force: true });
});

function jobFor(mailboxes: number, content: Buffer): PreparedJob {
  const inside = Array.from({ length: mailboxes }, (_, position) => ({
    position,
    address: `box${position}@a.test`,
    returnPath: null,
    mailboxId: position + 1,
    sealed: position > 0,
  }));
  const job = {
    id: 1,
    emailId: 1,
    mailboxId: 1,
    rawId: '01900000-0000-7000-8000-000000000000',
    envelopeSender: 'agent@a.test',
    attempts: 1,
    leaseToken: '',
    traceparent: null,
    recipients: inside,
  };
  return { job, inside, outside: [], outcomes: [], stored: { content, blob: null, size: content.length } };
}

describe('mail for many mailboxes that are sealed', () => {
  it('is made ready for one after the other, so that its copies are not in memory all at once', async () => {
    const rawMessages = new RawMessageRepository(database, blobs);
    const preparation = new JobPreparation(new RecipientDirectory(new MailboxRepository(database)), rawMessages);
    const [open, ...sealed] = await preparation.insideTargets(jobFor(21, randomBytes(20_000)));
    expect(open?.copy).toBeUndefined();
    expect(new Set(sealed.map(({ copy }) => copy?.rawId)).size).toBe(20);
    expect(new Set(sealed.map(({ copy }) => copy?.blob)).size).toBe(20);
    expect(sealed.map(({ position }) => position)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(blobs.most).toBe(1);
  });
});
