import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { digestEntry, END } from './archive.js';

/** Mail compresses little better at the higher levels, which take three times as long. */
const LEVEL = 3;

/** Writes entries, one after the other, into a compressed tar file that only its owner may read. */
export class ArchiveWriter {
  readonly #pack = pack();
  readonly #digest = createHash('sha256');
  readonly #written: Promise<void>;
  #entries = 0;

  private constructor(file: Writable) {
    this.#written = pipeline(this.#pack, createGzip({ level: LEVEL }), file);
    // Whoever adds the next entry is told.
    this.#written.catch(() => {});
  }

  /** @throws EEXIST where there is such a file */
  static async create(path: string): Promise<ArchiveWriter> {
    const handle = await open(path, 'wx', 0o600);
    const file = handle.createWriteStream({ flush: true });
    return new ArchiveWriter(file);
  }

  /** Resolves when there is room for the next one. */
  async add(name: string, content: Buffer): Promise<void> {
    digestEntry(this.#digest, name, content);
    this.#entries += 1;
    await this.#write(name, content);
  }

  /** The last entry says what the others were; resolves when all is on the disk. */
  async finish(): Promise<void> {
    const end = { entries: this.#entries, sha256: this.#digest.digest('hex') };
    await this.#write(END, Buffer.from(JSON.stringify(end)));
    this.#pack.finalize();
    await this.#written;
  }

  /** Gives up what was written. */
  async abandon(): Promise<void> {
    this.#pack.destroy();
    await this.#written.catch(() => {});
  }

  async #write(name: string, content: Buffer): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        const done = (error?: Error | null) => (error ? reject(error) : resolve());
        this.#pack.entry({ name, size: content.length, mode: 0o600 }, done).end(content);
      });
    } catch (error) {
      // The pack only knows that it was given up; the file knows why.
      await this.#written;
      throw error;
    }
  }
}
