import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { keyOf, startFinder, type Finder } from './finder-fixture.js';

let finder: Finder;
beforeAll(async () => {
  finder = await startFinder();
}, 60_000);
beforeEach(() => finder.forget());
afterAll(() => finder.close());

describe('a key that mail brought', () => {
  it('is found where the domain publishes none, by the tenant alone that the mail came to', async () => {
    const ada = await finder.bring('ada@brought.test');
    const key = { fingerprint: ada, source: 'autocrypt', pinned: true, changed: false, preferEncrypt: 'mutual' };
    expect((await finder.find('ada@brought.test')).keys).toMatchObject([key]);
    expect((await finder.find('ada@brought.test', finder.other)).keys).toEqual([]);
  });

  it('gives way to the one that the domain publishes', async () => {
    const published = await finder.publish('bob@keys.test', 'advanced');
    await finder.bring('bob@keys.test');
    const key = { fingerprint: published, source: 'wkd', preferEncrypt: 'nopreference' };
    expect((await finder.find('bob@keys.test')).keys).toMatchObject([key]);
  });

  it('is shown as changed beside the one that is pinned, until it is accepted', async () => {
    const address = 'eve@brought.test';
    const first = await finder.bring(address);
    await finder.find(address);
    const second = await finder.bring(address);
    expect((await finder.find(address)).keys).toMatchObject([
      { fingerprint: first, pinned: true, changed: false, preferEncrypt: 'nopreference' },
      { fingerprint: second, pinned: false, changed: true, source: 'autocrypt', preferEncrypt: 'mutual' },
    ]);
    expect((await finder.pin(address, second)).keys).toMatchObject([{ fingerprint: second, pinned: true }]);
    expect(await finder.pinsInAudit(address)).toEqual([{ fingerprint: second, before: first }]);
  });

  it('is not taken once its domain says that it was revoked', async () => {
    const address = 'leaked@keys.test';
    const key = await keyOf(address, 2);
    await finder.publishAll(address, [{ key, revoked: true }]);
    await finder.bring(address, key.toPublic());
    expect((await finder.find(address)).keys).toEqual([]);
  });
});
