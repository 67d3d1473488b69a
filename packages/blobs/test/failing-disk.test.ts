import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FailingDisk, type DiskFault } from '@mailroom/testing';
import { FileBlobStore } from '../src/index.js';

let directory: string;
let disk: FailingDisk;
let store: FileBlobStore;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mailroom-disk-'));
  disk = new FailingDisk();
  store = new FileBlobStore({ directory, openFile: disk.open });
});
afterEach(async () => {
  await store.close();
  await rm(directory, { recursive: true, force: true });
});

function failOnce(fault: DiskFault): void {
  const count = disk.faults[fault];
  disk.next = () => (disk.faults[fault] === count ? fault : null);
}

const put = async (text: string) => (await store.putAll([Buffer.from(`${text}, first`), Buffer.from(text)]))[1] ?? '';

describe('a store on a disk that fails', () => {
  it.each(['sync', 'full', 'short'] as const)(
    'says so, and adds nothing more to the segment, since what a later sync says of it is not true (%s)',
    async (fault) => {
      const before = await put('before');
      failOnce(fault);
      await expect(put('lost')).rejects.toThrow();
      const after = await put('after');
      expect(disk.faults[fault]).toBe(1);
      expect(after.split(':')[1]).not.toBe(before.split(':')[1]);
      expect((await store.get(before)).toString()).toBe('before');
      expect((await store.get(after)).toString()).toBe('after');
    },
  );

  it.each(['directory', 'full', 'short', 'sync'] as const)(
    'keeps no file of a segment in which nothing was stored (%s)',
    async (fault) => {
      for (let round = 1; round <= 3; round += 1) {
        failOnce(fault);
        await expect(put('lost')).rejects.toThrow();
        expect(disk.openFiles).toBe(0);
      }
      expect(await readdir(directory)).toEqual([]);
      expect((await store.get(await put('kept'))).toString()).toBe('kept');
    },
  );
});
