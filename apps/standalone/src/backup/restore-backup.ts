import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { openBlobStore } from '@mailroom/blobs';
import { makeDirectories, StartedParts } from '@mailroom/concurrency';
import { Database, loadSnapshot, migrate, statement, type TableRows } from '@mailroom/database';
import { startEmbeddedPostgres } from '@mailroom/embedded-postgres';
import type { InstallationConfig } from '../installation.config.js';
import { writeSecret } from '../write-secret.js';
import { readArchive, type ArchiveEntry } from './archive.js';
import { BackupError } from './backup-error.js';
import { BlobRelocation } from './blobs.js';
import { checkBackup, splitOnce } from './check-backup.js';
import { isMarked, mark, unmark } from './installation-mark.js';
import type { Manifest } from './manifest.js';

const relocate = statement(
  'blob-relocate',
  `update raw_message r set blob = m.new
   from unnest($1::text[], $2::text[]) as m (old, new) where r.blob = m.old returning m.old`,
);

/** Some statements go over whole tables. */
const ANSWER_MS = 3_600_000;

/**
 * Makes the installation of a backup in an empty data directory. The backup is read as a whole before anything is
 * changed. Interrupted, it leaves a directory that does not start and that can be restored into again.
 */
export async function restoreBackup(path: string, config: InstallationConfig): Promise<Manifest> {
  const { dataDirectory } = config;
  if (!(await isFree(dataDirectory))) {
    throw new BackupError(
      `${dataDirectory} is not empty: set MAILROOM_DATA_DIR to a new directory, and restore there.`,
    );
  }
  const manifest = await checkBackup(path);
  await makeDataDirectory(dataDirectory);
  await mark(dataDirectory, 'restore-unfinished');
  // What an interrupted one left; the database is emptied below.
  await rm(join(dataDirectory, 'blobs'), { recursive: true, force: true });
  const postgres = await startEmbeddedPostgres({ dataDirectory });
  try {
    await restoreInto(postgres.url, path, config, manifest);
  } finally {
    await postgres.stop();
  }
  await unmark(dataDirectory, 'restore-unfinished');
  return manifest;
}

/** Root makes it so that Postgres's user can pass through. @throws BackupError */
async function makeDataDirectory(path: string): Promise<void> {
  try {
    await makeDirectories(path, process.getuid?.() === 0 ? 0o755 : 0o700);
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw new BackupError(`${path} can't be made (${code}): set MAILROOM_DATA_DIR to another directory.`, { cause });
  }
}

async function isFree(dataDirectory: string): Promise<boolean> {
  if (await isMarked(dataDirectory, 'restore-unfinished')) return true;
  const entries = await readdir(dataDirectory).catch(() => []);
  return entries.length === 0;
}

async function restoreInto(
  url: string,
  path: string,
  { blobStoreUrl, dataDirectory }: InstallationConfig,
  manifest: Manifest,
): Promise<void> {
  const entries = new EntryReader(readArchive(path));
  await entries.next();
  for (; entries.kind === 'files'; await entries.next()) {
    // A name from a file must not lead out of the directory.
    await writeSecret(join(dataDirectory, basename(entries.name)), entries.content);
  }
  await loadSnapshot(url, manifest, tableRows(entries, manifest));
  const parts = new StartedParts();
  try {
    const options = { poolSize: 1, applicationName: 'mailroom-restore', answerMs: ANSWER_MS };
    const database = parts.open(new Database({ url, ...options }));
    const blobs = parts.open(await openBlobStore(blobStoreUrl));
    const relocation = new BlobRelocation(blobs, async (old, locators) => {
      const rows = await database.query<{ old: string }>(relocate, [old, locators]);
      return new Set(rows.map((row) => row.old)).size;
    });
    for (; entries.kind === 'blobs'; await entries.next()) {
      await relocation.add({ locator: entries.name, content: entries.content });
    }
    await relocation.flush();
    if (relocation.relocated !== manifest.blobs) {
      throw new BackupError(`Of ${manifest.blobs} contents of the blob store, ${relocation.relocated} came.`);
    }
  } finally {
    await parts.close();
  }
  await migrate(url);
}

async function* tableRows(entries: EntryReader, manifest: Manifest): AsyncGenerator<TableRows> {
  for (const table of manifest.tables) {
    yield { table, rows: entries.whileNamed('tables', table.name) };
  }
}

/** The entries after the manifest, one at a time: `kind` is empty behind the last. */
class EntryReader {
  readonly #entries: AsyncIterator<ArchiveEntry>;
  kind = '';
  name = '';
  content: Buffer = Buffer.alloc(0);
  #begun = false;

  constructor(entries: AsyncIterable<ArchiveEntry>) {
    this.#entries = entries[Symbol.asyncIterator]();
  }

  async next(): Promise<void> {
    if (!this.#begun) await this.#entries.next();
    this.#begun = true;
    const { done, value } = await this.#entries.next();
    const entry = done === true ? { name: '/', content: Buffer.alloc(0) } : value;
    [this.kind, this.name] = splitOnce(entry.name);
    this.content = entry.content;
  }

  async *whileNamed(kind: string, name: string): AsyncGenerator<Buffer> {
    for (; this.kind === kind && this.name === name; await this.next()) yield this.content;
  }
}
