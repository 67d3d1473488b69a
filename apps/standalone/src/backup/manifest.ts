import type { SnapshotContents } from '@mailroom/database';
import { BackupError } from './backup-error.js';

/** Grows with each change that older versions could not read. */
const FORMAT = 1;

/** The first entry's name. */
export const MANIFEST = 'manifest.json';

/** What a backup holds. */
export type Manifest = SnapshotContents & {
  readonly format: typeof FORMAT;
  readonly createdAt: string;
  /** How many contents of the blob store it has. */
  readonly blobs: number;
  /** Names of files of the data directory. */
  readonly files: readonly string[];
};

export function createManifest(contents: SnapshotContents, blobs: number, files: readonly string[]): Manifest {
  return { format: FORMAT, createdAt: new Date().toISOString(), blobs, files, ...contents };
}

/** @throws BackupError */
export function parseManifest(name: string | undefined, content: Buffer | undefined): Manifest {
  if (name !== MANIFEST || !content) throw new BackupError('The file does not begin as a backup of Mailroom does.');
  const manifest = JSON.parse(content.toString()) as Manifest;
  if (manifest.format === FORMAT) return manifest;
  throw new BackupError(
    `The backup has the format ${String(manifest.format)}: restore it with the version that wrote it.`,
  );
}
