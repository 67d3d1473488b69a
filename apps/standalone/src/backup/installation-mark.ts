import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeSecret } from '../write-secret.js';
import { BackupError } from './backup-error.js';

/** A file in the data directory that keeps it from being started; the text is for the person who tries. */
const texts = {
  'restore-unfinished': (directory: string) =>
    `A restore into ${directory} was interrupted: run it again, or remove the directory.`,
  moved: (directory: string) =>
    `The installation in ${directory} was moved away: start it where it is now. To go back, remove ${join(directory, 'moved')}, and lose what arrived there since.`,
} as const;

export type InstallationMark = keyof typeof texts;

export async function mark(dataDirectory: string, name: InstallationMark): Promise<void> {
  await writeSecret(join(dataDirectory, name), `${texts[name](dataDirectory)}\n`);
}

export async function unmark(dataDirectory: string, name: InstallationMark): Promise<void> {
  await rm(join(dataDirectory, name), { force: true });
}

export function isMarked(dataDirectory: string, name: InstallationMark): Promise<boolean> {
  return hasFile(dataDirectory, name);
}

/** @throws BackupError with the line that says why the data directory must not be started */
export async function refuseMarked(dataDirectory: string): Promise<void> {
  for (const name of Object.keys(texts)) {
    const text = await readFile(join(dataDirectory, name), 'utf8').catch(() => '');
    if (text !== '') throw new BackupError(text.trim());
  }
}

/**
 * Whoever works on an installation means one that is there: an empty one that is made in a directory with a slip in its
 * name would be taken for it. @throws BackupError
 */
export async function refuseMissing(dataDirectory: string): Promise<void> {
  // The start makes this file before the database.
  if (await hasFile(dataDirectory, 'postgres-password')) return;
  throw new BackupError(`There is no installation in ${dataDirectory}: set MAILROOM_DATA_DIR to its data directory.`);
}

function hasFile(directory: string, name: string): Promise<boolean> {
  return stat(join(directory, name)).then(
    () => true,
    () => false,
  );
}
