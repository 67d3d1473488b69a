import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openBlobStore, type BlobStore } from '@mailroom/blobs';
import { Database, statement } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { createTestDatabase, fail, refuseRows, startTestS3, type TestDatabase, type TestS3 } from '@mailroom/testing';
import { BlobDeletionRepository, BlobSweeper, RawMessageRepository } from '../src/index.js';

const HOUR_MS = 3_600_000;
const LARGE = Buffer.alloc(20_000, 'x');
const program = fileURLToPath(new URL('./storing-process.mjs', import.meta.url));

const passHours = statement('test-hours-pass', `update blob_deletion set due_at = due_at - make_interval(hours => $1)`);
/** All are due, and the given one comes first. */
const makeDue = statement(
  'test-make-due',
  `update blob_deletion set due_at = now() - make_interval(secs => case when blob = $1 then 60 else 30 end)`,
);
const announced = statement('test-announced', 'select blob from blob_deletion');
const forget = statement('test-forget', 'delete from raw_message');

let test: TestDatabase;
let database: Database;
let s3: TestS3;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url });
  s3 = await startTestS3();
});
afterAll(async () => {
  await database.close();
  await test.drop();
  await s3.close();
});

/** A place for a store of each kind, and what lies in it. */
const kinds = {
  directory: async () => {
    const directory = await mkdtemp(join(tmpdir(), 'mailroom-lost-'));
    const url = pathToFileURL(directory).href;
    const env = {};
    return { url, env, stored: () => readdir(directory), remove: () => rm(directory, { recursive: true }) };
  },
  bucket: async () => {
    const url = `s3://${s3.bucket}/lost?region=us-east-1&endpoint=${s3.endpoint}`;
    const env = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
    const names = async () => readdir(join(s3.directory, s3.bucket, 'lost')).catch(() => [] as string[]);
    const stored = async () => (await names()).filter((name) => name.endsWith('_object'));
    return { url, env, stored, remove: async () => {} };
  },
};

describe.each(['directory', 'bucket'] as const)('a %s', (kind) => {
  let place: Awaited<ReturnType<(typeof kinds)[typeof kind]>>;
  let later = 0;
  let blobs: BlobStore;
  beforeAll(async () => {
    place = await kinds[kind]();
    Object.assign(process.env, place.env);
    blobs = await openBlobStore(place.url, { writes: true, now: () => Date.now() + later });
  });
  afterAll(async () => {
    await blobs.close();
    await place.remove();
  });

  const sweep = async (deletions = new BlobDeletionRepository(database)) => {
    const sweeper = new BlobSweeper(deletions, blobs);
    while (await sweeper.sweep(fail));
  };
  const pass = async (hours: number, deletions?: BlobDeletionRepository) => {
    later += hours * HOUR_MS;
    await database.query(passHours, [hours]);
    await sweep(deletions);
  };

  it('keeps nothing of a process that ended between storing a message and recording it', async () => {
    const env = { PATH: process.env.PATH ?? '', DATABASE_URL: test.url, BLOB_STORE_URL: place.url, ...place.env };
    const child = spawn(process.execPath, [program], { env, stdio: 'inherit' });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    expect(await place.stored()).toHaveLength(1);
    // What it wrote may still come to be recorded.
    await sweep();
    expect(await place.stored()).toHaveLength(1);
    await pass(6);
    expect(await place.stored()).toEqual([]);
    expect(await database.query(announced)).toEqual([]);
  });

  it('keeps what was recorded, until its row goes', async () => {
    const messages = new RawMessageRepository(database, blobs);
    const id = uuidv7();
    const stored = await messages.store(LARGE);
    await database.transaction((tx) => messages.insert(tx, id, stored, null));
    await messages.store(LARGE);
    await pass(6);
    expect((await messages.read(id))?.content).toEqual(LARGE);
    expect(await database.query(announced)).toEqual([]);
    await database.query(forget);
    await database.transaction((tx) => new BlobDeletionRepository(database).insert(tx, [stored.blob ?? '']));
    await pass(6);
    await expect(messages.load(stored)).rejects.toMatchObject({ name: 'BlobMissingError' });
  });

  it('keeps what a snapshot may name that began during the sweep, and comes back for it', async () => {
    const duringSnapshot = new BlobDeletionRepository(database);
    duringSnapshot.findHolders = async () => ({ held: false, isNeeded: true });
    await new RawMessageRepository(database, blobs).store(LARGE);
    const before = await place.stored();
    expect(before).not.toEqual([]);
    await pass(6, duringSnapshot);
    expect(await place.stored()).toEqual(before);
    await pass(6);
    expect(await database.query(announced)).toEqual([]);
    expect(await place.stored()).toEqual([]);
  });

  it('keeps nothing longer because Postgres refuses to change the row of another, which is told of', async () => {
    const messages = new RawMessageRepository(database, blobs);
    await messages.store(LARGE);
    const [first] = await database.query<{ blob: string }>(announced);
    later += 2 * HOUR_MS;
    await messages.store(LARGE);
    later += 6 * HOUR_MS;
    await database.query(makeDue, [first?.blob]);
    const accept = await refuseRows(database, 'update on blob_deletion', `old.blob = '${first?.blob}'`);
    const told: unknown[] = [];
    const sweeper = new BlobSweeper(new BlobDeletionRepository(database), blobs);
    await sweeper.sweep((error) => told.push(error)).finally(accept);
    expect(await database.query(announced)).toEqual([first]);
    expect(await place.stored()).toHaveLength(1);
    expect(told).toEqual([expect.objectContaining({ cause: expect.objectContaining({ code: 'P0001' }) })]);
    await sweep();
    expect(await place.stored()).toEqual([]);
  });
});
