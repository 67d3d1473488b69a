import { randomBytes } from 'node:crypto';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DomainError } from '@mailroom/errors';
import { startTestS3, type TestS3 } from '@mailroom/testing';
import { BlobMissingError, openBlobStore } from '../src/index.js';
import { S3BlobStore, type S3BlobStoreOptions } from '../src/s3-blob-store.js';
import { blobStoreSuite } from './blob-store.suite.js';
import { startS3Front, type S3Front } from './s3-front.js';

let s3: TestS3;
let front: S3Front;
beforeAll(async () => {
  s3 = await startTestS3();
  front = await startS3Front(s3.endpoint);
});
afterAll(async () => {
  await front.close();
  await s3.close();
});

const HOUR_MS = 3_600_000;
let now = Date.now();
const clock = () => now;
const optionsOf = (more: Partial<S3BlobStoreOptions> = {}): S3BlobStoreOptions => {
  const { bucket, credentials } = s3;
  return { bucket, credentials, endpoint: front.endpoint, region: 'us-east-1', prefix: 'a/', now: clock, ...more };
};

blobStoreSuite(
  'S3BlobStore',
  () => S3BlobStore.open(optionsOf({ prefix: 'suite/' })),
  () => {
    now += 2 * HOUR_MS;
  },
);

describe('S3BlobStore', () => {
  let store: S3BlobStore;
  let before: number;
  beforeEach(async () => {
    store = await S3BlobStore.open(optionsOf());
    before = front.asked.length;
  });
  afterEach(() => store.close());
  const asked = (method: string) => front.asked.slice(before).filter((line) => line.startsWith(`${method} `));
  const putOne = async (content: Buffer) => (await store.putAll([content]))[0] ?? '';

  it('puts what comes at once into one object, under the prefix', async () => {
    await Promise.all(Array.from({ length: 200 }, (_, index) => store.putAll([Buffer.from(`${index}`)])));
    expect(asked('PUT')).toEqual([expect.stringMatching(/^PUT \/mail\/a\/[0-9a-z]+-[0-9a-f]{12}-[0-9a-z]+$/)]);
  });

  it('never splits a put, and gives a large one an object of its own', async () => {
    const large = [randomBytes(6_000_000), randomBytes(6_000_000)];
    const [own, other] = await Promise.all([store.putAll(large), store.putAll([Buffer.from('small')])]);
    expect(asked('PUT')).toHaveLength(2);
    expect(new Set(own.map((text) => text.split(':')[1])).size).toBe(1);
    expect(other[0]?.split(':')[1]).not.toBe(own[0]?.split(':')[1]);
    expect((await store.get(own[1] ?? '')).equals(large[1] ?? Buffer.alloc(0))).toBe(true);
  });

  it('reads only the bytes of the blob it is asked for', async () => {
    const [, middle = ''] = await store.putAll([randomBytes(50_000), Buffer.from('wanted'), randomBytes(50_000)]);
    expect((await store.get(middle)).toString()).toBe('wanted');
    expect((await buffer(await store.stream(middle))).toString()).toBe('wanted');
  });

  it.each(['busy', 'reset'] as const)('stores and reads although S3 fails once (%s)', async (fate) => {
    front.fail(fate);
    const locator = await putOne(Buffer.from('kept'));
    front.fail(fate);
    expect((await store.get(locator)).toString()).toBe('kept');
    expect(asked('PUT')).toHaveLength(2);
    expect(asked('GET')).toHaveLength(2);
  });

  it('stores although a try is never answered', async () => {
    const impatient = await S3BlobStore.open(optionsOf({ requestTimeoutMs: 300 }));
    front.fail('silence');
    const [locator = ''] = await impatient.putAll([Buffer.from('kept')]);
    expect((await impatient.get(locator)).toString()).toBe('kept');
    await impatient.close();
  });

  it('reads again what broke off', async () => {
    const content = randomBytes(40_000);
    const locator = await putOne(content);
    front.fail('broken answer');
    expect(await store.get(locator)).toEqual(content);
  });

  it('fails a stream that breaks off instead of ending it', async () => {
    const locator = await putOne(randomBytes(40_000));
    front.fail('broken answer');
    await expect(buffer(await store.stream(locator))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is unavailable, and not without the blob, as long as S3 fails', async () => {
    const locator = await putOne(Buffer.from('kept'));
    const failing = async (call: () => Promise<unknown>) => {
      front.fail('reset', 'reset', 'reset', 'reset');
      await expect(call()).rejects.toMatchObject({ code: 'unavailable' });
    };
    await failing(() => store.putAll([Buffer.from('x')]));
    await failing(() => store.get(locator));
    await failing(() => store.stream(locator));
    now += 2 * HOUR_MS;
    await failing(() => store.delete([locator], async () => false));
    expect((await store.get(locator)).toString()).toBe('kept');
  });

  it('gives up a put that is not answered in time, with those that waited behind it, and takes the next', async () => {
    const impatient = await S3BlobStore.open(optionsOf({ putTimeoutMs: 3_000 }));
    front.fail('silence', 'silence', 'silence', 'silence');
    const large = Array.from({ length: 6 }, () => impatient.putAll([Buffer.alloc(8_000_000)]));
    const results = await Promise.allSettled(large);
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(DomainError) });
    }
    const [locator = ''] = await impatient.putAll([Buffer.from('next')]);
    expect((await impatient.get(locator)).toString()).toBe('next');
    await impatient.close();
  });

  it('does not believe an upload that ended after its object could be removed', async () => {
    const times = [now, now];
    const slept = await S3BlobStore.open(optionsOf({ now: () => times.shift() ?? now + 2 * HOUR_MS }));
    await expect(slept.putAll([Buffer.from('x')])).rejects.toMatchObject({ code: 'unavailable' });
    await slept.close();
  });

  it('removes objects that others wrote, from two hours after the beginning of their series on', async () => {
    const other = await S3BlobStore.open(optionsOf());
    const locator = await putOne(Buffer.from('x'));
    now += 2 * HOUR_MS - 1;
    expect(await other.delete([locator], async () => false)).toEqual([]);
    now += 1;
    expect(await other.delete([locator], async () => true)).toEqual([locator]);
    expect((await store.get(locator)).toString()).toBe('x');
    expect(await other.delete([locator], async () => false)).toEqual([locator]);
    await expect(store.get(locator)).rejects.toBeInstanceOf(BlobMissingError);
    await other.close();
  });

  it('begins another series after an hour, and after a thousand objects', async () => {
    const announced: string[] = [];
    const put = () => store.putAll([Buffer.from('x')], async (locator) => void announced.push(locator));
    await put();
    await put();
    expect(announced).toHaveLength(1);
    now += HOUR_MS;
    await put();
    expect(announced).toHaveLength(2);
    for (let n = 0; n < 1_000; n += 1) await put();
    expect(announced).toHaveLength(3);
    const others = asked('PUT').slice(0, 2);
    now += 2 * HOUR_MS;
    expect(await store.delete([announced[1] ?? ''], async () => false)).toHaveLength(1);
    expect(asked('DELETE')).toHaveLength(1_000);
    expect(asked('DELETE')).not.toContain(others[0]?.replace('PUT', 'DELETE'));
  }, 60_000);

  it('removes an object from before there were series', async () => {
    const locator = await putOne(Buffer.from('old'));
    const [key = ''] = asked('PUT');
    const place = join(s3.directory, s3.bucket, 'a');
    const [made = '', before = ''] = [locator.split(':')[1], locator.split(':')[1]?.slice(0, -2)];
    expect(key).toContain(made);
    for (const name of await readdir(place)) {
      if (name.startsWith(made)) await rename(join(place, name), join(place, name.replace(made, before)));
    }
    const old = locator.replace(made, before);
    expect((await store.get(old)).toString()).toBe('old');
    now += 2 * HOUR_MS;
    expect(await store.delete([old], async () => false)).toEqual([old]);
    await expect(store.get(old)).rejects.toBeInstanceOf(BlobMissingError);
  });

  it('removes the others where one object can not be removed', async () => {
    const [one, two] = [await putOne(Buffer.from('1')), await putOne(Buffer.from('2'))];
    now += 2 * HOUR_MS;
    front.fail('reset', 'pass', 'reset', 'reset', 'reset');
    expect(await store.delete([one, two], async () => false)).toHaveLength(1);
    expect(await store.delete([one, two], async () => false)).toHaveLength(2);
  });

  it('ends the puts under way before it closes', async () => {
    const closing = await S3BlobStore.open(optionsOf({ prefix: 'closing/' }));
    const put = closing.putAll([Buffer.from('kept')]);
    await closing.close();
    await expect(store.get((await put)[0] ?? '')).rejects.toBeInstanceOf(BlobMissingError);
    const again = await S3BlobStore.open(optionsOf({ prefix: 'closing/' }));
    expect((await again.get((await put)[0] ?? '')).toString()).toBe('kept');
    await again.close();
  });
});

describe('S3BlobStore.open', () => {
  const failure = (more: Partial<S3BlobStoreOptions>) =>
    S3BlobStore.open(optionsOf(more)).then(
      () => 'opened',
      (error: Error) => `${error.name}: ${error.message}`,
    );

  it('says in one line that the bucket, the credentials or the server are wrong', async () => {
    const secret = { accessKeyId: 'S3RVER', secretAccessKey: 'very-secret' };
    expect(await failure({ bucket: 'not-there' })).toMatch(/^BlobStoreUnusableError: .*no bucket "not-there"\.$/);
    expect(await failure({ credentials: secret })).toMatch(/refused \(SignatureDoesNotMatch\)\.$/);
    expect(await failure({ credentials: { ...secret, accessKeyId: 'NOBODY' } })).toMatch(
      /refused \(InvalidAccessKeyId\)\.$/,
    );
    const closed = await startS3Front(s3.endpoint);
    await closed.close();
    expect(await failure({ endpoint: closed.endpoint })).toMatch(/can't be reached \(\w+\)\.$/);
  });
});

describe('openBlobStore', () => {
  it('opens a directory or a bucket, as the URL says', async () => {
    const files = await openBlobStore(`file://${s3.directory}/files`);
    const [locator = ''] = await files.putAll([Buffer.from('x')]);
    expect(locator).toMatch(/^file:/);
    await files.close();
    await expect(openBlobStore('http://mail.test')).rejects.toThrow(/^BLOB_STORE_URL must begin/);
  });
});
