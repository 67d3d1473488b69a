import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BlobStore } from '@mailroom/blobs';
import { Snapshot } from '@mailroom/database';
import { ArchiveWriter } from './archive-writer.js';
import { BackupError } from './backup-error.js';
import { BLOB_COUNT, BLOBS } from './blobs.js';
import { checkBackup } from './check-backup.js';
import { createManifest, MANIFEST, type Manifest } from './manifest.js';
import { readSmallFiles } from './small-files.js';

/** Where an installation has what a backup takes. */
export type BackupSource = {
  readonly databaseUrl: string;
  readonly blobs: BlobStore;
  readonly dataDirectory: string;
};

/** Rows go into entries of about this size, since an entry's size stands before it. */
const ENTRY_BYTES = 4 * 1024 * 1024;

/**
 * Writes the installation as it is at one moment into a file, while it works. The file has its name once it was read
 * back and found whole.
 */
export async function writeBackup(source: BackupSource, path: string): Promise<Manifest> {
  if (await exists(path)) throw new BackupError(`${path} is there already: name another file.`);
  const draft = `${path}.partial`;
  await rm(draft, { force: true });
  const snapshot = await Snapshot.open(source.databaseUrl);
  try {
    const archive = await ArchiveWriter.create(draft);
    try {
      await writeEntries(archive, snapshot, source);
      await archive.finish();
    } catch (error) {
      await archive.abandon();
      throw error;
    }
    const manifest = await checkBackup(draft);
    await rename(draft, path);
    await syncFolder(path);
    return manifest;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await snapshot.close();
  }
}

async function writeEntries(archive: ArchiveWriter, snapshot: Snapshot, source: BackupSource): Promise<void> {
  const files = await readSmallFiles(source.dataDirectory);
  const [blobs = 0] = await first(snapshot.column(BLOB_COUNT));
  const manifest = createManifest(snapshot.contents, Number(blobs), [...files.keys()]);
  await archive.add(MANIFEST, Buffer.from(JSON.stringify(manifest)));
  for (const [name, content] of files) await archive.add(`files/${name}`, content);
  for (const table of manifest.tables) {
    for await (const rows of inPieces(snapshot.copy(table))) await archive.add(`tables/${table.name}`, rows);
  }
  for await (const locators of snapshot.column(BLOBS)) {
    for (const locator of locators) await archive.add(`blobs/${locator}`, await source.blobs.get(locator));
  }
}

async function first<T>(items: AsyncIterable<T[]>): Promise<T[]> {
  for await (const page of items) return page;
  return [];
}

/** Larger pieces; their borders are anywhere in the text. */
async function* inPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    pending.push(chunk);
    bytes += chunk.length;
    if (bytes < ENTRY_BYTES) continue;
    yield Buffer.concat(pending);
    [pending, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(pending);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Makes the new name survive a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r');
  await folder.sync();
  await folder.close();
}
