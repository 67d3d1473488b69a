import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { makeDirectories } from '@mailroom/concurrency';
import { BlobMissingError, BlobStore, type Announce, type IsHeld } from './blob-store.js';
import { checkedStream } from './checked-stream.js';
import { parseLocator, sha256Of } from './locator.js';
import {
  begunAtOf,
  bySegment,
  LATEST_WRITE_MS,
  locatorsIn,
  newSegmentName,
  REMOVABLE_MS,
  segmentLocator,
  WRITABLE_MS,
} from './segment.js';

export type FileBlobStoreOptions = {
  readonly directory: string;
  /** A segment that has grown past this is closed, and a new one is begun. */
  readonly segmentBytes?: number;
  /** Milliseconds since the epoch; for tests. */
  readonly now?: () => number;
  /** Tests replace it with one that fails. */
  readonly openFile?: (path: string, flags: string, mode?: number) => Promise<FileHandle>;
};

type Segment = { readonly name: string; readonly begunAt: number; readonly file: FileHandle; size: number };

type Put = {
  readonly contents: readonly Buffer[];
  readonly announce: Announce | undefined;
  readonly resolve: (locators: string[]) => void;
  readonly reject: (error: unknown) => void;
};

const SEGMENT_BYTES = 256 * 1024 * 1024;

/**
 * Appends contents to segment files, with one write and one fdatasync for everything that arrived during the last one.
 * Every process writes its own segments, so replicas can share the directory.
 */
export class FileBlobStore extends BlobStore {
  readonly #directory: string;
  readonly #segmentBytes: number;
  readonly #now: () => number;
  readonly #open: NonNullable<FileBlobStoreOptions['openFile']>;
  #segment: Segment | undefined;
  #queue: Put[] = [];
  #writing: Promise<void> | undefined;

  constructor(options: FileBlobStoreOptions) {
    super();
    this.#directory = options.directory;
    this.#segmentBytes = options.segmentBytes ?? SEGMENT_BYTES;
    this.#now = options.now ?? Date.now;
    this.#open = options.openFile ?? open;
  }

  override putAll(contents: readonly Buffer[], announce?: Announce): Promise<string[]> {
    if (contents.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      this.#queue.push({ contents, announce, resolve, reject });
      this.#writing ??= this.#drain();
    });
  }

  override async get(text: string): Promise<Buffer> {
    const locator = parseLocator('file', text);
    const content = await this.#read(locator.segment, locator.offset, locator.length);
    if ((await sha256Of(content)) === locator.sha256) return content;
    throw new BlobMissingError(`The blob ${text} is damaged.`);
  }

  override async stream(text: string): Promise<Readable> {
    const locator = parseLocator('file', text);
    const { segment, offset, length } = locator;
    const file = await this.#openForReading(segment);
    if (length > 0) return checkedStream(file.createReadStream({ start: offset, end: offset + length - 1 }), locator);
    await file.close();
    return Readable.from([]);
  }

  /** A segment is removed as a whole, once it takes no more blobs and nothing in it is held. */
  override async delete(locators: readonly string[], isHeld: IsHeld): Promise<string[]> {
    const done: string[] = [];
    const failures: unknown[] = [];
    for (const [segment, own] of bySegment('file', locators)) {
      if (!(this.#now() - begunAtOf(segment) >= REMOVABLE_MS)) continue;
      const isFree = !(await isHeld(`file:${segment}:`));
      try {
        if (isFree) await rm(this.#path(segment), { force: true });
        done.push(...own);
      } catch (error) {
        failures.push(error);
      }
    }
    // One segment that can't be removed does not hold up the others; if none can be, the caller should know.
    if (failures.length > 0 && done.length === 0) throw failures[0];
    return done;
  }

  override async close(): Promise<void> {
    await this.#writing;
    await this.#segment?.file.close();
    this.#segment = undefined;
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      const group = this.#queue.splice(0);
      try {
        const segment = await this.#openSegment(group.find(({ announce }) => announce)?.announce);
        const locators = await this.#append(
          segment,
          group.flatMap(({ contents }) => contents),
        );
        for (const { contents, resolve } of group) resolve(locators.splice(0, contents.length));
      } catch (error) {
        // After a failed write or sync the file's contents are unknown, so nothing is ever added to it again.
        await this.#abandonSegment();
        for (const { reject } of group) reject(error);
      }
    }
    // This runs in the same turn as the last look at the queue; otherwise a put that came in between would wait for
    // ever.
    this.#writing = undefined;
  }

  async #append(segment: Segment, contents: readonly Buffer[]): Promise<string[]> {
    const locators = await locatorsIn('file', segment.name, segment.size, contents);
    await writeFully(segment.file, contents, segment.size);
    await segment.file.datasync();
    if (this.#now() - segment.begunAt > LATEST_WRITE_MS) throw new Error('Writing to the segment took too long.');
    segment.size += contents.reduce((sum, { length }) => sum + length, 0);
    return locators;
  }

  async #openSegment(announce: Announce | undefined): Promise<Segment> {
    const now = this.#now();
    if (this.#segment && this.#segment.size < this.#segmentBytes && now - this.#segment.begunAt < WRITABLE_MS) {
      return this.#segment;
    }
    await this.#segment?.file.close();
    this.#segment = undefined;
    await makeDirectories(this.#directory, 0o700);
    const name = newSegmentName(now);
    await announce?.(await segmentLocator('file', name));
    const file = await this.#open(this.#path(name), 'ax', 0o600);
    // If anything fails from here on, the segment is abandoned.
    this.#segment = { name, begunAt: now, file, size: 0 };
    await this.#syncDirectory();
    return this.#segment;
  }

  /** A segment in which nothing was stored goes: on a full disk, every put would leave one, with as much as fitted in. */
  async #abandonSegment(): Promise<void> {
    const segment = this.#segment;
    this.#segment = undefined;
    await segment?.file.close().catch(() => {});
    if (segment?.size === 0) await rm(this.#path(segment.name), { force: true }).catch(() => {});
  }

  async #read(segment: string, offset: number, length: number): Promise<Buffer> {
    const file = await this.#openForReading(segment);
    try {
      const content = Buffer.allocUnsafe(length);
      for (let done = 0; done < length;) {
        const { bytesRead } = await file.read(content, done, length - done, offset + done);
        if (bytesRead === 0) throw new BlobMissingError(`The segment ${segment} ends before byte ${offset + length}.`);
        done += bytesRead;
      }
      return content;
    } finally {
      await file.close();
    }
  }

  async #openForReading(segment: string): Promise<FileHandle> {
    return this.#open(this.#path(segment), 'r').catch((cause: unknown) => {
      throw new BlobMissingError(`The segment ${segment} can't be opened.`, { cause });
    });
  }

  /** Makes a new file's name durable. */
  async #syncDirectory(): Promise<void> {
    const handle = await this.#open(this.#directory, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  #path(segment: string): string {
    return join(this.#directory, `${segment}.segment`);
  }
}

/** IOV_MAX is 1,024 on Linux. */
const BUFFERS_PER_WRITE = 1_000;

async function writeFully(file: FileHandle, contents: readonly Buffer[], start: number): Promise<void> {
  let position = start;
  for (let index = 0; index < contents.length; index += BUFFERS_PER_WRITE) {
    const buffers = contents.slice(index, index + BUFFERS_PER_WRITE);
    const expected = buffers.reduce((sum, { length }) => sum + length, 0);
    const { bytesWritten } = await file.writev(buffers);
    position += bytesWritten;
    if (bytesWritten < expected) throw new Error(`Only ${position - start} bytes could be written.`);
  }
}
