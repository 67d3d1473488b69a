import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { link, open, readFile, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeDirectories } from '@mailroom/concurrency';
import { EmbeddedPostgresError, explainFileError, hasErrorCode } from './embedded-postgres-error.js';
import { isRoot } from './unprivileged-user.js';

/** Postgres keeps paths in buffers of 1,024 bytes, and the longest one below a cluster needs about 100 of them. */
const MAX_PATH_BYTES = 880;

/**
 * Mailroom's data directory and the small files the embedded Postgres keeps in it. What root writes there
 * belongs to the directory's owner, so that the owner can start Mailroom without root later; links are never
 * followed when writing, so that the owner can't make root write elsewhere.
 */
export class DataDirectory {
  readonly path: string;
  readonly #owner: { readonly uid: number; readonly gid: number } | undefined;

  private constructor(path: string, owner: { uid: number; gid: number } | undefined) {
    this.path = path;
    this.#owner = owner;
  }

  /** Opens the directory, creating it if it is missing; root creates it so that Postgres's user can pass through. */
  static async open(path: string): Promise<DataDirectory> {
    const absolute = resolve(path);
    try {
      await makeDirectories(absolute, isRoot() ? 0o755 : 0o700);
      const real = await realpath(absolute);
      if (Buffer.byteLength(real) > MAX_PATH_BYTES) throw tooLong(real);
      const { uid, gid } = await stat(real);
      return new DataDirectory(real, isRoot() && uid !== 0 ? { uid, gid } : undefined);
    } catch (error) {
      throw explainFileError(error, absolute);
    }
  }

  /** The absolute path of a file in the directory. */
  file(name: string): string {
    return join(this.path, name);
  }

  /** The file's text, or undefined if there is none. */
  async read(name: string): Promise<string | undefined> {
    try {
      return await readFile(this.file(name), 'utf8');
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT')) return undefined;
      throw error;
    }
  }

  /** Writes the file as a whole: readers see either the old or the new text, even after a crash. */
  async replace(name: string, text: string): Promise<void> {
    const draft = await this.#writeDraft(name, text);
    await rename(draft, this.file(name));
    await syncDirectory(this.path);
  }

  /** Writes the file unless it exists, and returns its content: one of several simultaneous writers wins. */
  async createOnce(name: string, text: string): Promise<string> {
    const existing = await this.read(name);
    if (existing !== undefined) return existing;
    const draft = await this.#writeDraft(name, text);
    try {
      await link(draft, this.file(name));
      await syncDirectory(this.path);
      return text;
    } catch (error) {
      if (!hasErrorCode(error, 'EEXIST')) throw error;
      return (await this.read(name)) ?? text;
    } finally {
      await rm(draft, { force: true });
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.file(name), { force: true });
  }

  /** Opens a file that only its owner may read, for appending. */
  async openForAppend(name: string): Promise<FileHandle> {
    return this.#open(name, constants.O_APPEND);
  }

  async #writeDraft(name: string, text: string): Promise<string> {
    const draft = `${name}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
    const handle = await this.#open(draft, constants.O_EXCL);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } catch (error) {
      await rm(this.file(draft), { force: true });
      throw error;
    } finally {
      await handle.close();
    }
    return this.file(draft);
  }

  async #open(name: string, flag: number): Promise<FileHandle> {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW | flag;
    const handle = await open(this.file(name), flags, 0o600);
    if (this.#owner !== undefined) await handle.chown(this.#owner.uid, this.#owner.gid);
    return handle;
  }
}

/** Makes names that were added to or removed from a directory survive a power failure. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function tooLong(path: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'data_directory_unusable',
    `The path of the data directory is longer than ${MAX_PATH_BYTES} bytes (${path.slice(0, 60)}…): set MAILROOM_DATA_DIR to a shorter one.`,
  );
}
