import { constants } from 'node:fs';
import { copyFile, open, rm, stat, truncate, type FileHandle } from 'node:fs/promises';
import type { DataDirectory } from './data-directory.js';

const NAME = 'postgres.log';
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_READ_BYTES = 64 * 1024;

/** Postgres's log, in the data directory; one older generation is kept. */
export class PostgresLog {
  readonly path: string;
  readonly #data: DataDirectory;

  constructor(data: DataDirectory) {
    this.#data = data;
    this.path = data.file(NAME);
  }

  open(): Promise<FileHandle> {
    return this.#data.openForAppend(NAME);
  }

  async size(): Promise<number> {
    return (await stat(this.path).catch(() => ({ size: 0 }))).size;
  }

  /** The text written since the log had the given size, at most its last 64 KiB. */
  async readFrom(bytes: number): Promise<string> {
    const handle = await open(this.path, 'r');
    try {
      const { size } = await handle.stat();
      const start = Math.max(bytes, size - MAX_READ_BYTES);
      const length = Math.max(0, size - start);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  }

  /** Copies and truncates a log that has grown too large; Postgres keeps appending to the same file. */
  async rotateIfLarge(): Promise<void> {
    const { size } = await stat(this.path).catch(() => ({ size: 0 }));
    if (size <= MAX_BYTES) return;
    await rm(`${this.path}.1`, { force: true });
    // Exclusive, so that a link put there in the meantime is not followed.
    await copyFile(this.path, `${this.path}.1`, constants.COPYFILE_EXCL);
    await truncate(this.path);
  }
}
