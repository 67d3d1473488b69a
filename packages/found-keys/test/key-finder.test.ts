import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keyOf, startFinder, type Finder } from './finder-fixture.js';

let finder: Finder;
beforeAll(async () => {
  finder = await startFinder();
}, 60_000);
afterAll(() => finder.close());

const code = (name: string) => expect.objectContaining({ code: name });

describe('keys of other people', () => {
  it('are found by the advanced method, pinned for the tenant, and not asked for again', async () => {
    const ada = await finder.publish('ada@keys.test', 'advanced');
    const { address, keys } = await finder.find('ADA@Keys.test');
    expect(address).toBe('ada@keys.test');
    expect(keys).toMatchObject([{ fingerprint: ada, source: 'wkd', pinned: true, changed: false }]);
    await finder.find('ada@keys.test');
    expect(finder.requestsFor('ada@keys.test')).toBe(1);
  });

  it('are found by the direct method where there is no host for the advanced one', async () => {
    const bob = await finder.publish('bob@direct.test', 'direct');
    expect((await finder.find('bob@direct.test')).keys).toMatchObject([{ fingerprint: bob, pinned: true }]);
  });

  it('are shown as changed when another one is published, until somebody who decides accepts it', async () => {
    const first = await finder.publish('eve@changed.test', 'advanced');
    await finder.find('eve@changed.test');
    const second = await finder.publish('eve@changed.test', 'advanced');
    await finder.forget();
    const both = [
      { fingerprint: first, pinned: true, changed: false },
      { fingerprint: second, pinned: false, changed: true },
    ];
    expect((await finder.find('eve@changed.test')).keys).toMatchObject(both);
    expect((await finder.find('eve@changed.test', finder.other)).keys).toMatchObject([
      { fingerprint: second, pinned: true },
    ]);
    await expect(finder.pin('eve@changed.test', second, finder.agent)).rejects.toEqual(code('insufficient_scope'));
    await expect(finder.pin('eve@changed.test', 'ab'.repeat(20))).rejects.toEqual(code('invalid_request'));
    expect((await finder.find('eve@changed.test')).keys).toMatchObject(both);
    expect((await finder.pin('eve@changed.test', second)).keys).toMatchObject([{ fingerprint: second, pinned: true }]);
    expect(await finder.pinsInAudit('eve@changed.test')).toEqual([{ fingerprint: second, before: first }]);
  });

  it('are chosen from an answer of several: the newest that can be used, beside expired and revoked ones', async () => {
    const address = 'several@keys.test';
    const [expired, revoked, older, newest, strange] = await Promise.all([
      keyOf(address, 9, 2),
      keyOf(address, 1),
      keyOf(address, 5),
      keyOf(address, 3),
      keyOf('other@keys.test', 1),
    ]);
    const answered = [{ key: expired }, { key: revoked, revoked: true }, { key: older }, { key: newest }];
    await finder.publishAll(address, [...answered, { key: strange }]);
    await finder.forget();
    expect((await finder.find(address)).keys).toMatchObject([{ fingerprint: newest.getFingerprint(), pinned: true }]);
  });

  it('are none where a directory answers with more of them than anybody needs, or with revoked ones alone', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, () => keyOf('many@keys.test', 1)));
    await finder.publishAll(
      'many@keys.test',
      many.map((key) => ({ key })),
    );
    await finder.forget();
    expect((await finder.find('many@keys.test')).keys).toEqual([]);
    await finder.publishAll('gone@keys.test', [{ key: await keyOf('gone@keys.test', 1), revoked: true }]);
    await finder.forget();
    expect((await finder.find('gone@keys.test')).keys).toEqual([]);
  });

  it('are shown as revoked once their directory says so, also when it says nothing later, or takes it back', async () => {
    const address = 'leaked@changed.test';
    const key = await keyOf(address, 2);
    const fingerprint = key.getFingerprint();
    await finder.publishAll(address, [{ key }]);
    await finder.forget();
    expect((await finder.find(address)).keys).toMatchObject([{ fingerprint, pinned: true, revoked: false }]);
    const later = [[{ key, revoked: true }], [], [{ key }]];
    for (const published of later) {
      await finder.publishAll(address, published);
      await finder.forget();
      expect((await finder.find(address)).keys).toMatchObject([{ fingerprint, pinned: true, revoked: true }]);
    }
    const next = await keyOf(address, 1);
    await finder.publishAll(address, [{ key, revoked: true }, { key: next }]);
    await finder.forget();
    const other = { fingerprint: next.getFingerprint(), pinned: false, changed: true, revoked: false };
    expect((await finder.find(address)).keys).toMatchObject([{ fingerprint, revoked: true }, other]);
    expect((await finder.pin(address, next.getFingerprint())).keys).toMatchObject([
      { ...other, pinned: true, changed: false },
    ]);
  });

  it('are accepted only in the place of one that the tenant found', async () => {
    const fingerprint = await finder.publish('zoe@changed.test', 'advanced');
    await expect(finder.pin('zoe@changed.test', fingerprint)).rejects.toEqual(code('not_found'));
    expect(finder.requestsFor('zoe@changed.test')).toBe(0);
  });

  it('are taken only if they name the address', async () => {
    await finder.publish('mallory@names.test', 'advanced', 'ada@keys.test');
    expect((await finder.find('mallory@names.test')).keys).toEqual([]);
  });

  it.each([
    ['a redirect', 'redirect'],
    ['an error', 'error'],
    ['more than a key may have', 'large'],
    ['noise', 'noise'],
    ['an answer that breaks off', 'broken'],
  ] as const)('are none where the directory answers with %s, which is remembered', async (_, kind) => {
    const address = `ada@${kind}.test`;
    finder.answerWith(address, kind);
    expect((await finder.find(address)).keys).toEqual([]);
    expect((await finder.find(address)).keys).toEqual([]);
    expect(finder.requestsFor(address)).toBe(1);
  });

  it('come only over a certificate for the domain, and from no private address', async () => {
    await finder.publish('ada@stranger.invalid', 'advanced');
    expect((await finder.find('ada@stranger.invalid')).keys).toEqual([]);
    await finder.publish('ada@private.test', 'advanced');
    expect((await finder.find('ada@private.test')).keys).toEqual([]);
    expect((await finder.find('ada@[127.0.0.1]')).keys).toEqual([]);
    expect(finder.requestsFor('ada@stranger.invalid') + finder.requestsFor('ada@private.test')).toBe(0);
  });

  it('are asked for once by all who ask together, and one at a time of a domain', async () => {
    const [one] = await Promise.all([finder.publish('one@busy.test', 'slow'), finder.publish('two@busy.test', 'slow')]);
    const first = [finder.find('one@busy.test'), finder.find('one@busy.test', finder.other)];
    await finder.isAsked('one@busy.test');
    await expect(finder.find('two@busy.test')).rejects.toEqual(code('rate_limited'));
    finder.letGo();
    for (const { keys } of await Promise.all(first)) expect(keys).toMatchObject([{ fingerprint: one }]);
    expect(finder.requestsFor('one@busy.test')).toBe(1);
    expect(finder.requestsFor('two@busy.test')).toBe(0);
  });

  it('are found for other tenants while one asks any number of directories that are slow to answer', async () => {
    const addresses = Array.from({ length: 16 }, (_, index) => `ada@many${index}.test`);
    await Promise.all(addresses.map((address) => finder.publish(address, 'slow')));
    const flood = addresses.map((address) => finder.find(address).catch((error: unknown) => error));
    await finder.isAsked('ada@many0.test');
    const other = await finder.publish('bob@many16.test', 'advanced');
    const { keys } = await finder.find('bob@many16.test', finder.other);
    finder.letGo();
    await Promise.all(flood);
    expect(keys).toMatchObject([{ fingerprint: other }]);
  });
});
