import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { BlobMissingError, BlobStore, type IsHeld } from './blob-store.js';
import { checkedStream } from './checked-stream.js';
import { parseLocator, sha256Of, type Locator } from './locator.js';
import { readFailure, startFailure, unavailable } from './s3-failure.js';
import { begunAtOf, bySegment, locatorsIn, newSegmentName } from './segment.js';
import { UploadQueue } from './upload-queue.js';

export type S3BlobStoreOptions = {
  readonly bucket: string;
  /** Before every key; empty, or with a slash at its end. */
  readonly prefix: string;
  readonly region: string | undefined;
  /** Of a server that is not Amazon's; its buckets are addressed by path. */
  readonly endpoint: string | undefined;
  /** Undefined: the usual AWS variables, files and roles. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** For one try of a request, until it is answered. */
  readonly requestTimeoutMs?: number;
  /** For a put with all its tries, and as much again for its wait before them. */
  readonly putTimeoutMs?: number;
  /** Milliseconds since the epoch; for tests. */
  readonly now?: () => number;
};

const TRIES = 4;
/** Slow readers hold theirs for long; who waits for one loses the time from that of its request. */
const CONNECTIONS = 256;
const CONNECT_MS = 2_000;
const REQUEST_MS = 10_000;
/** An answer that stops coming for so long is given up; a reader that pauses for so long loses it. */
const SILENCE_MS = 30_000;
/** RFC 5321 §4.5.3.2.6 gives us ten minutes after the final dot; most clients have less patience. */
const PUT_MS = 30_000;
/** An upload that ends later, in a process that slept, is not believed. */
const LATEST_UPLOAD_MS = 1_800_000;
/** From then on nothing in it can still be on its way to the row that holds it, and the object may be removed. */
const REMOVABLE_MS = 3_600_000;
const REMOVALS_AT_ONCE = 16;
/** A key that is never given. */
const NO_SEGMENT = '0-000000000000';

/** Puts all that arrived during the last uploads into one object, which is never changed and goes as a whole. */
export class S3BlobStore extends BlobStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #now: () => number;
  readonly #putTimeoutMs: number;
  readonly #uploads: UploadQueue;

  private constructor(options: S3BlobStoreOptions) {
    super();
    this.#bucket = options.bucket;
    this.#prefix = options.prefix;
    this.#now = options.now ?? Date.now;
    this.#putTimeoutMs = options.putTimeoutMs ?? PUT_MS;
    this.#client = new S3Client(clientConfig(options));
    this.#uploads = new UploadQueue((contents) => this.#upload(contents), this.#putTimeoutMs);
  }

  /** @throws BlobStoreUnusableError when there is no such bucket, or we may not use it */
  static async open(options: S3BlobStoreOptions): Promise<S3BlobStore> {
    const store = new S3BlobStore(options);
    try {
      // With the right to list the bucket, S3 says of a missing key that it is missing; without it, that it is forbidden.
      await store.#client.send(new GetObjectCommand(store.#place(NO_SEGMENT)));
    } catch (error) {
      if (readFailure(NO_SEGMENT, error) instanceof BlobMissingError) return store;
      await store.close();
      throw startFailure(options.bucket, error);
    }
    return store;
  }

  override putAll(contents: readonly Buffer[]): Promise<string[]> {
    return contents.length === 0 ? Promise.resolve([]) : this.#uploads.add(contents);
  }

  override async get(text: string): Promise<Buffer> {
    const locator = parseLocator('s3', text);
    const content = await this.#read(text, locator);
    if (sha256Of(content) === locator.sha256) return content;
    throw new BlobMissingError(`The blob ${text} is damaged.`);
  }

  override async stream(text: string): Promise<Readable> {
    const locator = parseLocator('s3', text);
    if (locator.length === 0) return Readable.from([]);
    return checkedStream(await this.#open(text, locator), locator, unavailable);
  }

  /** An object goes as a whole, once none of it is held or may still come to be. */
  override async delete(locators: readonly string[], isHeld: IsHeld): Promise<string[]> {
    const groups: { readonly segment: string; readonly own: string[]; readonly free: boolean }[] = [];
    for (const [segment, own] of bySegment('s3', locators)) {
      if (!(this.#now() - begunAtOf(segment) >= REMOVABLE_MS)) continue;
      groups.push({ segment, own, free: !(await isHeld(`s3:${segment}:`)) });
    }
    const done: string[] = [];
    const failures: unknown[] = [];
    while (groups.length > 0) {
      const removals = groups.splice(0, REMOVALS_AT_ONCE).map(async ({ segment, own, free }) => {
        if (free) await this.#client.send(new DeleteObjectCommand(this.#place(segment)));
        done.push(...own);
      });
      for (const result of await Promise.allSettled(removals)) {
        if (result.status === 'rejected') failures.push(result.reason);
      }
    }
    // One object that can't be removed does not hold up the others; where none can, the caller should know.
    if (failures.length > 0 && done.length === 0) throw unavailable(failures[0]);
    return done;
  }

  override async close(): Promise<void> {
    await this.#uploads.idle();
    this.#client.destroy();
  }

  async #upload(contents: readonly Buffer[]): Promise<string[]> {
    const begunAt = this.#now();
    const segment = newSegmentName(begunAt);
    const locators = locatorsIn('s3', segment, 0, contents);
    const body = contents.length === 1 && contents[0] ? contents[0] : Buffer.concat(contents);
    try {
      // Trying it again can't harm: key and content are the same. The signature covers a hash of the body.
      if (body.length > 0) {
        const abortSignal = AbortSignal.timeout(this.#putTimeoutMs);
        await this.#client.send(new PutObjectCommand({ ...this.#place(segment), Body: body }), { abortSignal });
      }
    } catch (error) {
      throw unavailable(error);
    }
    if (this.#now() - begunAt > LATEST_UPLOAD_MS) throw unavailable(new Error('The upload took too long.'));
    return locators;
  }

  /** The client tries requests again by itself, but not answers that break off. */
  async #read(text: string, locator: Locator): Promise<Buffer> {
    if (locator.length === 0) return Buffer.alloc(0);
    for (let tries = 1; ; tries += 1) {
      const body = await this.#open(text, locator);
      try {
        return await buffer(body);
      } catch (error) {
        if (tries === TRIES) throw readFailure(text, error);
      }
    }
  }

  async #open(text: string, { segment, offset, length }: Locator): Promise<Readable> {
    try {
      const range = `bytes=${offset}-${offset + length - 1}`;
      const { Body, ContentLength } = await this.#client.send(
        new GetObjectCommand({ ...this.#place(segment), Range: range }),
      );
      if (!(Body instanceof Readable)) throw new Error('S3 answered without a body.');
      if (ContentLength === length) return Body;
      Body.destroy();
      throw new BlobMissingError(`The blob ${text} has not the length that was stored.`);
    } catch (error) {
      throw readFailure(text, error);
    }
  }

  #place(segment: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${segment}` };
  }
}

function clientConfig({ region, endpoint, credentials, requestTimeoutMs }: S3BlobStoreOptions): S3ClientConfig {
  return {
    ...(region === undefined ? {} : { region }),
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === undefined ? {} : { credentials }),
    maxAttempts: TRIES,
    // Other servers than Amazon's refuse the newer checksums; the signature and our own hash do the same.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Asking first costs a new connection and a round trip for each large upload.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: requestTimeoutMs ?? REQUEST_MS,
      throwOnRequestTimeout: true,
      socketTimeout: SILENCE_MS,
      httpAgent: { maxSockets: CONNECTIONS },
      httpsAgent: { maxSockets: CONNECTIONS },
    },
  };
}
