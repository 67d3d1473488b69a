import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BlobMissingError, type BlobStore } from '../src/index.js';

/**
 * The guarantees of every adapter of the port. `open` gives a store on the same storage each time; `wait` lets as much
 * time pass as a store may take before it removes what nobody holds.
 */
export function blobStoreSuite(name: string, open: () => Promise<BlobStore>, wait: () => void): void {
  describe(`${name} as a BlobStore`, () => {
    let store: BlobStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    it('gives back exactly the bytes that were put, each under its own locator', async () => {
      const contents = [randomBytes(1), randomBytes(70_000), Buffer.alloc(0), Buffer.from('\0\r\n.\r\n')];
      const locators = await store.putAll(contents);
      expect(new Set(locators).size).toBe(contents.length);
      for (const [index, locator] of locators.entries()) {
        expect(await store.get(locator)).toEqual(contents[index]);
        expect(await buffer(await store.stream(locator))).toEqual(contents[index]);
      }
    });

    it('keeps two hundred concurrent puts apart', async () => {
      const contents = Array.from({ length: 200 }, (_, index) => Buffer.from(`content ${index}`));
      const locators = await Promise.all(contents.map((content) => store.putAll([content])));
      const read = await Promise.all(locators.map(([locator]) => store.get(locator ?? '')));
      expect(read).toEqual(contents);
    });

    it('still has them after it was closed and opened again', async () => {
      const [locator] = await store.putAll([Buffer.from('kept')]);
      await store.close();
      store = await open();
      expect((await store.get(locator ?? '')).toString()).toBe('kept');
    });

    it('says that a blob is missing when the locator leads nowhere or outside', async () => {
      const [locator] = await store.putAll([Buffer.from('x')]);
      const lost = ['', 'file:../../etc/passwd:0:1:x', (locator ?? '').replace(/[0-9a-f]{4}(?=[:/-])/, 'zzzz')];
      for (const text of lost) {
        await expect(store.get(text)).rejects.toBeInstanceOf(BlobMissingError);
        await expect(store.stream(text)).rejects.toBeInstanceOf(BlobMissingError);
      }
    });

    /** Answers as the database does: by what its rows hold. */
    const holding = (held: readonly string[]) => async (prefix: string) => held.some((text) => text.startsWith(prefix));

    it('in the end forgets blobs that nobody holds, however often it is told', async () => {
      const locators = await store.putAll([randomBytes(9_000), randomBytes(9_000)]);
      wait();
      expect([...(await store.delete(locators, holding([])))].sort()).toEqual([...locators].sort());
      for (const text of locators) await expect(store.get(text)).rejects.toBeInstanceOf(BlobMissingError);
      expect(await store.delete(locators, holding([]))).toHaveLength(2);
      expect(await store.delete([], holding([]))).toEqual([]);
    });

    it('never removes what is held, whatever lay beside it', async () => {
      const [first = '', second = '', third = ''] = await store.putAll(
        ['1', '2', '3'].map((text) => Buffer.from(text)),
      );
      wait();
      expect(await store.delete([first, third], holding([second]))).toHaveLength(2);
      expect((await store.get(second)).toString()).toBe('2');
      expect(await store.delete([second], holding([]))).toEqual([second]);
      await expect(store.get(second)).rejects.toBeInstanceOf(BlobMissingError);
    });

    it('never removes what was put and is not held yet', async () => {
      const [old = ''] = await store.putAll([Buffer.from('old')]);
      const [fresh = ''] = await store.putAll([Buffer.from('fresh')]);
      await store.delete([old], holding([]));
      expect((await store.get(fresh)).toString()).toBe('fresh');
    });

    it('announces a segment once, before it writes, and gives up by that whatever in it is not held', async () => {
      const announced: string[] = [];
      const announce = async (locator: string) => void announced.push(locator);
      const [one = ''] = await store.putAll([Buffer.from('one')], announce);
      const [two = ''] = await store.putAll([Buffer.from('two')], announce);
      expect(announced).toHaveLength(1);
      expect(await store.delete(announced, holding([]))).toEqual([]);
      wait();
      expect(await store.delete(announced, holding([one, two]))).toEqual(announced);
      expect((await store.get(two)).toString()).toBe('two');
      // Whoever wrote it is gone.
      const other = await open();
      expect(await other.delete(announced, holding([]))).toEqual(announced);
      for (const text of [one, two]) await expect(other.get(text)).rejects.toBeInstanceOf(BlobMissingError);
      expect(await other.delete(announced, holding([]))).toEqual(announced);
      await other.close();
    });

    it('stores nothing in a segment that could not be announced, and takes the next', async () => {
      const away = async () => {
        throw new Error('The database is away.');
      };
      await expect(store.putAll([Buffer.from('x')], away)).rejects.toThrow('is away');
      const [locator = ''] = await store.putAll([Buffer.from('y')], async () => {});
      expect((await store.get(locator)).toString()).toBe('y');
    });

    it('leaves what is not its own alone, and does not call it done', async () => {
      expect(await store.delete(['elsewhere:1', 'file:../../etc/passwd:0:1:x'], holding([]))).toEqual([]);
    });

    it('puts nothing when there is nothing to put', async () => {
      expect(await store.putAll([])).toEqual([]);
    });
  });
}
