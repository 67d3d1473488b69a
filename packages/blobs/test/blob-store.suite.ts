import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BlobMissingError, type BlobStore } from '../src/index.js';

/** What every adapter of the port guarantees. `open` gives a store on the same storage each time. */
export function blobStoreSuite(name: string, open: () => Promise<BlobStore>): void {
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

    it('puts nothing when there is nothing to put', async () => {
      expect(await store.putAll([])).toEqual([]);
    });
  });
}
