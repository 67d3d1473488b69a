import { mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BlobMissingError, FileBlobStore, openBlobStore } from '../src/index.js';
import { blobStoreSuite } from './blob-store.suite.js';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'mailroom-blobs-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const HOUR_MS = 3_600_000;
let now = Date.now();
const clock = () => now;
const openSuite = async () => new FileBlobStore({ directory: join(root, 'suite'), now: clock });
blobStoreSuite('FileBlobStore', openSuite, () => {
  now += 2 * HOUR_MS;
});

describe('FileBlobStore', () => {
  it('begins a new segment when one is full, and reads from both', async () => {
    const directory = join(root, 'small');
    const store = new FileBlobStore({ directory, segmentBytes: 10 });
    const [first] = await store.putAll([Buffer.from('more than ten bytes')]);
    const [second] = await store.putAll([Buffer.from('the next')]);
    expect(await readdir(directory)).toHaveLength(2);
    expect((await store.get(first ?? '')).toString()).toBe('more than ten bytes');
    expect((await store.get(second ?? '')).toString()).toBe('the next');
    await store.close();
  });

  it('removes no segment that any process may still add to, nor one that holds another blob', async () => {
    const directory = join(root, 'deleting');
    const store = new FileBlobStore({ directory, now: clock });
    const other = new FileBlobStore({ directory, now: clock });
    const [locator = ''] = await store.putAll([Buffer.from('x')]);
    now += 2 * HOUR_MS - 1;
    expect(await other.delete([locator], async () => false)).toEqual([]);
    now += 1;
    expect(await other.delete([locator], async () => true)).toEqual([locator]);
    expect(await readdir(directory)).toHaveLength(1);
    expect(await other.delete([locator], async () => false)).toEqual([locator]);
    expect(await readdir(directory)).toEqual([]);
    // The process that wrote it began another one long ago.
    const [next = ''] = await store.putAll([Buffer.from('y')]);
    expect((await store.get(next)).toString()).toBe('y');
    await store.close();
  });

  it('removes the others where one segment can not be removed, and says so where none can be', async () => {
    const directory = join(root, 'stuck');
    const store = new FileBlobStore({ directory, segmentBytes: 1, now: clock });
    const locators: string[] = [];
    for (const text of ['1', '2', '3']) locators.push(...(await store.putAll([Buffer.from(text)])));
    await store.close();
    now += 2 * HOUR_MS;
    const [stuck = '', ...others] = locators;
    const path = join(directory, `${stuck.split(':')[1]}.segment`);
    await rm(path);
    await mkdir(path);
    expect(await store.delete(locators, async () => false)).toEqual(others);
    expect(await readdir(directory)).toHaveLength(1);
    await expect(store.delete([stuck], async () => false)).rejects.toThrow(/directory/);
  });

  it('does not believe an append that ended after its segment could be removed', async () => {
    let calls = 0;
    const slept = () => now + (calls++ === 0 ? 0 : 2 * HOUR_MS);
    const store = new FileBlobStore({ directory: join(root, 'slept'), now: slept });
    await expect(store.putAll([Buffer.from('x')])).rejects.toThrow(/too long/);
    await store.putAll([Buffer.from('y')]);
    await store.close();
  });

  it('notices bytes that were changed on the disk', async () => {
    const directory = join(root, 'damaged');
    const store = new FileBlobStore({ directory });
    const [locator] = await store.putAll([Buffer.from('truth')]);
    const [name] = await readdir(directory);
    const file = await open(join(directory, name ?? ''), 'r+');
    await file.write(Buffer.from('lies!'), 0, 5, 0);
    await file.close();
    await expect(store.get(locator ?? '')).rejects.toBeInstanceOf(BlobMissingError);
    await expect(buffer(await store.stream(locator ?? ''))).rejects.toBeInstanceOf(BlobMissingError);
    await store.close();
  });

  it('rejects a put that the disk refuses, and takes the next one when it can', async () => {
    const directory = join(root, 'refused');
    const store = new FileBlobStore({ directory: '/dev/null/impossible' });
    await expect(store.putAll([Buffer.from('x')])).rejects.toThrow(/ENOTDIR/);
    await store.close();
    const working = new FileBlobStore({ directory });
    const [locator] = await working.putAll([Buffer.from('x')]);
    expect((await working.get(locator ?? '')).toString()).toBe('x');
    await working.close();
  });
});

describe('openBlobStore', () => {
  it('leaves nothing behind in a directory that can be written in, and makes it', async () => {
    const directory = join(root, 'new', 'blobs');
    const store = await openBlobStore(`file://${directory}`, { writes: true });
    expect(await readdir(directory)).toEqual([]);
    await store.close();
  });

  it.each([
    ['is below a file', 'ENOTDIR', () => join(root, 'file', 'blobs')],
    ['is a file', 'EEXIST', () => join(root, 'file')],
  ])('refuses to write where the directory %s', async (_, code, directory) => {
    await writeFile(join(root, 'file'), '');
    const opening = openBlobStore(`file://${directory()}`, { writes: true });
    await expect(opening).rejects.toThrow(`BLOB_STORE_URL: nothing can be written in ${directory()} (${code}).`);
  });
});
