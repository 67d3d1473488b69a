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

export async function isMarked(dataDirectory: string, name: InstallationMark): Promise<boolean> {
  return stat(join(dataDirectory, name)).then(
    () => true,
    () => false,
  );
}

/** @throws BackupError with the line that says why the data directory must not be started */
export async function refuseMarked(dataDirectory: string): Promise<void> {
  for (const name of Object.keys(texts)) {
    const text = await readFile(join(dataDirectory, name), 'utf8').catch(() => '');
    if (text !== '') throw new BackupError(text.trim());
  }
}
