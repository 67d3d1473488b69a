import { randomBytes } from 'node:crypto';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { BlobMissingError, BlobStore } from './blob-store.js';
import { checkedStream } from './checked-stream.js';
import { formatLocator, parseLocator, sha256Of } from './locator.js';

export type FileBlobStoreOptions = {
  readonly directory: string;
  /** A segment that has grown past this is closed and a new one begun. */
  readonly segmentBytes?: number;
};

type Segment = { readonly name: string; readonly file: FileHandle; size: number };

type Put = {
  readonly contents: readonly Buffer[];
  readonly resolve: (locators: string[]) => void;
  readonly reject: (error: unknown) => void;
};

const SEGMENT_BYTES = 256 * 1024 * 1024;

/**
 * Appends contents to segment files, with one write and one fdatasync for all that arrived during the last one. Every
 * process writes segments of its own, so replicas can share the directory.
 */
export class FileBlobStore extends BlobStore {
  readonly #directory: string;
  readonly #segmentBytes: number;
  #segment: Segment | undefined;
  #queue: Put[] = [];
  #writing: Promise<void> | undefined;

  constructor(options: FileBlobStoreOptions) {
    super();
    this.#directory = options.directory;
    this.#segmentBytes = options.segmentBytes ?? SEGMENT_BYTES;
  }

  override putAll(contents: readonly Buffer[]): Promise<string[]> {
    if (contents.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      this.#queue.push({ contents, resolve, reject });
      this.#writing ??= this.#drain();
    });
  }

  override async get(text: string): Promise<Buffer> {
    const locator = parseLocator(text);
    const content = await this.#read(locator.segment, locator.offset, locator.length);
    if (sha256Of(content) === locator.sha256) return content;
    throw new BlobMissingError(`The blob ${text} is damaged.`);
  }

  override async stream(text: string): Promise<Readable> {
    const locator = parseLocator(text);
    return checkedStream(await this.#openForReading(locator.segment), locator);
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
        const locators = await this.#append(group.flatMap(({ contents }) => contents));
        for (const { contents, resolve } of group) resolve(locators.splice(0, contents.length));
      } catch (error) {
        // A failed write or sync says nothing sure about the file, so nothing is ever added to it again.
        await this.#abandonSegment();
        for (const { reject } of group) reject(error);
      }
    }
    // In the same turn as the last look at the queue, or a put that comes between them would wait for ever.
    this.#writing = undefined;
  }

  async #append(contents: readonly Buffer[]): Promise<string[]> {
    const segment = await this.#openSegment();
    let offset = segment.size;
    const locators = contents.map((content) => {
      const locator = { segment: segment.name, offset, length: content.length, sha256: sha256Of(content) };
      offset += content.length;
      return formatLocator(locator);
    });
    await writeFully(segment.file, contents, segment.size);
    await segment.file.datasync();
    segment.size = offset;
    return locators;
  }

  async #openSegment(): Promise<Segment> {
    if (this.#segment && this.#segment.size < this.#segmentBytes) return this.#segment;
    await this.#segment?.file.close();
    this.#segment = undefined;
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const name = `${Date.now().toString(36)}-${randomBytes(6).toString('hex')}`;
    const file = await open(this.#path(name), 'ax', 0o600);
    await syncDirectory(this.#directory);
    this.#segment = { name, file, size: 0 };
    return this.#segment;
  }

  async #abandonSegment(): Promise<void> {
    const segment = this.#segment;
    this.#segment = undefined;
    await segment?.file.close().catch(() => {});
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
    return open(this.#path(segment), 'r').catch((cause: unknown) => {
      throw new BlobMissingError(`The segment ${segment} can't be opened.`, { cause });
    });
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

/** Makes a new file's name durable. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
