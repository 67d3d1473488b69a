import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { BlobMissingError, BlobStore, type Announce, type IsHeld } from './blob-store.js';
import { checkedStream } from './checked-stream.js';
import { parseLocator, sha256Of, type Locator } from './locator.js';
import { readFailure, startFailure, unavailable } from './s3-failure.js';
import { isOfSeries, ObjectSeries } from './object-series.js';
import { begunAtOf, bySegment, LATEST_WRITE_MS, locatorsIn, REMOVABLE_MS } from './segment.js';
import { UploadQueue } from './upload-queue.js';

export type S3BlobStoreOptions = {
  readonly bucket: string;
  /** Stands before every key; empty, or ends with a slash. */
  readonly prefix: string;
  readonly region: string | undefined;
  /** The address of a server other than Amazon's; its buckets are addressed by path. */
  readonly endpoint: string | undefined;
  /** Undefined means the usual AWS variables, files and roles. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** The limit for one attempt at a request, until it is answered. */
  readonly requestTimeoutMs?: number;
  /** The limit for a put with all its attempts, and again for its wait before them. */
  readonly putTimeoutMs?: number;
  /** Milliseconds since the epoch; for tests. */
  readonly now?: () => number;
};

const TRIES = 4;
/** Slow readers hold their connections for long; a request that waits for one loses that time from its own limit. */
const CONNECTIONS = 256;
const CONNECT_MS = 2_000;
const REQUEST_MS = 10_000;
/** An answer that stops arriving for this long is given up; a reader that pauses for this long loses its stream. */
const SILENCE_MS = 30_000;
/** RFC 5321 §4.5.3.2.6 gives us ten minutes after the final dot; most clients have less patience. */
const PUT_MS = 30_000;
const REMOVALS_AT_ONCE = 16;
/** A key that is never used. */
const NO_SEGMENT = '0-000000000000';

/**
 * Puts everything that arrived during the last uploads into one object, which never changes and is removed as a whole.
 */
export class S3BlobStore extends BlobStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #now: () => number;
  readonly #putTimeoutMs: number;
  readonly #uploads: UploadQueue;
  readonly #series: ObjectSeries;

  private constructor(options: S3BlobStoreOptions) {
    super();
    this.#bucket = options.bucket;
    this.#prefix = options.prefix;
    this.#now = options.now ?? Date.now;
    this.#putTimeoutMs = options.putTimeoutMs ?? PUT_MS;
    this.#client = new S3Client(clientConfig(options));
    this.#uploads = new UploadQueue((contents, announce) => this.#upload(contents, announce), this.#putTimeoutMs);
    this.#series = new ObjectSeries(this.#now);
  }

  /** @throws BlobStoreUnusableError when there is no such bucket, or we may not use it; unavailable when nobody answers */
  static async open(options: S3BlobStoreOptions): Promise<S3BlobStore> {
    const store = new S3BlobStore(options);
    try {
      // If we may list the bucket, S3 says that a missing key is missing; otherwise it says that it is forbidden.
      await store.#client.send(new GetObjectCommand(store.#place(NO_SEGMENT)));
    } catch (error) {
      if (readFailure(NO_SEGMENT, error) instanceof BlobMissingError) return store;
      await store.close();
      throw startFailure(options.bucket, error);
    }
    return store;
  }

  override putAll(contents: readonly Buffer[], announce?: Announce): Promise<string[]> {
    return contents.length === 0 ? Promise.resolve([]) : this.#uploads.add(contents, announce);
  }

  override async get(text: string): Promise<Buffer> {
    const locator = parseLocator('s3', text);
    const content = await this.#read(text, locator);
    if ((await sha256Of(content)) === locator.sha256) return content;
    throw new BlobMissingError(`The blob ${text} is damaged.`);
  }

  override async stream(text: string): Promise<Readable> {
    const locator = parseLocator('s3', text);
    if (locator.length === 0) return Readable.from([]);
    return checkedStream(await this.#open(text, locator), locator, unavailable);
  }

  /** An object is removed as a whole, once nothing in it is held or may still come to be held. */
  override async delete(locators: readonly string[], isHeld: IsHeld): Promise<string[]> {
    const groups = [...bySegment('s3', locators)].filter(
      ([segment]) => this.#now() - begunAtOf(segment) >= REMOVABLE_MS,
    );
    const done: string[] = [];
    const failures: unknown[] = [];
    while (groups.length > 0) {
      const removals = groups.splice(0, REMOVALS_AT_ONCE).map(async ([segment, own]) => {
        await this.#removeFree(isOfSeries(segment) ? [segment] : await this.#objectsOf(segment), isHeld);
        done.push(...own);
      });
      for (const result of await Promise.allSettled(removals)) {
        if (result.status === 'rejected') failures.push(result.reason);
      }
    }
    // One object that can't be removed does not hold up the others; if none can be, the caller should know.
    if (failures.length > 0 && done.length === 0) throw unavailable(failures[0]);
    return done;
  }

  async #removeFree(segments: readonly string[], isHeld: IsHeld): Promise<void> {
    for (const segment of segments) {
      if (!(await isHeld(`s3:${segment}:`))) await this.#client.send(new DeleteObjectCommand(this.#place(segment)));
    }
  }

  /** The objects of a series; an object from before there were series is one of its own. */
  async #objectsOf(series: string): Promise<string[]> {
    const { Bucket, Key } = this.#place(series);
    const { Contents = [] } = await this.#client.send(new ListObjectsV2Command({ Bucket, Prefix: Key }));
    return Contents.flatMap(({ Key: key }) => key?.slice(this.#prefix.length) ?? []);
  }

  override async close(): Promise<void> {
    await this.#uploads.idle();
    this.#client.destroy();
  }

  async #upload(contents: readonly Buffer[], announce: Announce | undefined): Promise<string[]> {
    const segment = await this.#series.next(announce);
    const locators = await locatorsIn('s3', segment, 0, contents);
    const body = contents.length === 1 && contents[0] ? contents[0] : Buffer.concat(contents);
    try {
      // Trying it again is harmless: key and content are the same. The signature covers a hash of the body.
      if (body.length > 0) {
        const abortSignal = AbortSignal.timeout(this.#putTimeoutMs);
        await this.#client.send(new PutObjectCommand({ ...this.#place(segment), Body: body }), { abortSignal });
      }
    } catch (error) {
      throw unavailable(error);
    }
    if (this.#now() - begunAtOf(segment) > LATEST_WRITE_MS) throw unavailable(new Error('The upload took too long.'));
    return locators;
  }

  /** The client retries requests by itself, but not answers that break off. */
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
      throw new BlobMissingError(`The blob ${text} does not have the length that was stored.`);
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
    // Servers other than Amazon's refuse the newer checksums; the signature and our own hash serve the same purpose.
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
