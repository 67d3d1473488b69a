import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FileBlobStore } from '@mailroom/blobs';
import { Database } from '@mailroom/database';
import { createTestDatabase, FailingDisk, type DiskFault, type TestDatabase } from '@mailroom/testing';
import { INLINE_BYTES, RawMessageRepository } from '../src/index.js';

let test: TestDatabase;
let database: Database;
let directory: string;
let disk: FailingDisk;
let blobs: FileBlobStore;
let messages: RawMessageRepository;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mailroom-full-'));
  disk = new FailingDisk();
  blobs = new FileBlobStore({ directory, openFile: disk.open });
  test = await createTestDatabase();
  database = new Database({ url: test.url });
  messages = new RawMessageRepository(database, blobs);
});
afterAll(async () => {
  await blobs.close();
  await database.close();
  await test.drop();
  await rm(directory, { recursive: true, force: true });
});

describe('a message that is to be sent', () => {
  const large = Buffer.alloc(INLINE_BYTES + 1, 'x');

  it.each<DiskFault>(['full', 'short', 'sync', 'directory'])(
    'is refused as one that may be sent again while the disk fails (%s), and is stored afterwards',
    async (fault) => {
      const count = disk.faults[fault];
      disk.next = () => (disk.faults[fault] === count ? fault : null);
      await expect(messages.store(large)).rejects.toMatchObject({ code: 'unavailable', cause: expect.any(Error) });
      const { blob } = await messages.store(large);
      expect((await blobs.get(blob ?? '')).equals(large)).toBe(true);
      await blobs.close();
    },
  );
});
