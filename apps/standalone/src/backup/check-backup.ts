import { createHash } from 'node:crypto';
import { findMigrations } from '@mailroom/database';
import { readArchive } from './archive.js';
import { BackupError } from './backup-error.js';
import { parseManifest, type Manifest } from './manifest.js';

/**
 * Reads a whole backup: its checksum, that everything is there that the manifest names, and that each content of the
 * blob store is the one of its locator. @throws BackupError, UnknownMigrationError
 */
export async function checkBackup(path: string): Promise<Manifest> {
  let manifest: Manifest | undefined;
  const lines = new Map<string, number>();
  const files: string[] = [];
  let blobs = 0;
  for await (const { name, content } of readArchive(path)) {
    if (!manifest) {
      manifest = parseManifest(name, content);
      await findMigrations(manifest.migrations);
      continue;
    }
    const [kind = '', rest = ''] = splitOnce(name);
    if (kind === 'tables') lines.set(rest, (lines.get(rest) ?? 0) + countLines(content));
    if (kind === 'files') files.push(rest);
    if (kind === 'blobs') blobs += isContentOf(rest, content) ? 1 : 0;
  }
  if (!manifest) throw new BackupError(`${path} is empty.`);
  const missing = [
    ...manifest.tables.filter(({ name, rows }) => (lines.get(name) ?? 0) !== rows).map(({ name }) => `rows of ${name}`),
    ...manifest.files.filter((name) => !files.includes(name)),
    ...(manifest.blobs === blobs ? [] : ['contents of the blob store']),
  ];
  if (missing.length > 0) throw new BackupError(`${path} lacks ${missing.join(', ')}: use another backup.`);
  return manifest;
}

/** `tables/email` has two parts; a locator may hold no slash, and a file's name neither. */
export function splitOnce(name: string): [string, string] {
  const slash = name.indexOf('/');
  return [name.slice(0, slash), name.slice(slash + 1)];
}

/** A row is a line in the text form of COPY: a line break in a value is escaped. */
function countLines(content: Buffer): number {
  let lines = 0;
  for (let at = content.indexOf(10); at !== -1; at = content.indexOf(10, at + 1)) lines += 1;
  return lines;
}

/** A locator ends with the hash of its content. */
function isContentOf(locator: string, content: Buffer): boolean {
  return locator.endsWith(`:${createHash('sha256').update(content).digest('base64url')}`);
}
