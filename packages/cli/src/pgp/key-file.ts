import { existsSync } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import type { PrivateKey } from 'openpgp';
import { makeOwnKey, openOwnKey } from '@mailroom/pgp-mail';
import { UsageError } from '../usage-error.js';

const MAX_BYTES = 256 * 1024;

/** A private key that is unlocked in the memory of this process, and locked in its file. */
export type OpenKey = { readonly key: PrivateKey; readonly armoredPublic: string; readonly lockedPrivate: string };

/** Opens the key of that file, and makes one where there is none. @throws UsageError */
export async function openOrMakeKey(file: string, address: string, name: string, passphrase: string): Promise<OpenKey> {
  if (existsSync(file)) return openKey(file, passphrase);
  await writePrivate(file, await makeOwnKey({ name, address }, passphrase));
  return openKey(file, passphrase);
}

/** @throws UsageError for what is no key, for another passphrase, and for a file that others may read */
export async function openKey(file: string, passphrase: string): Promise<OpenKey> {
  const lockedPrivate = await readOwn(file);
  try {
    const key = await openOwnKey(lockedPrivate, passphrase);
    return { key, armoredPublic: key.toPublic().armor(), lockedPrivate };
  } catch (cause) {
    throw new UsageError(whyClosed(file, cause as Error), { cause });
  }
}

/** What OpenPGP.js says of another passphrase is what its cipher met. */
function whyClosed(file: string, { message }: Error): string {
  if (message.startsWith('Error decrypting private key')) return `The passphrase does not open the key in ${file}.`;
  return `The file ${file} holds no private key that can be used: ${message}`;
}

/** A file of ours that nobody else may read. @throws UsageError */
export async function readOwn(file: string): Promise<string> {
  try {
    const { mode, size } = await stat(file);
    if ((mode & 0o077) !== 0) throw new UsageError(`Others can read the file ${file}: run "chmod 600 ${file}".`);
    if (size > MAX_BYTES) throw new Error('it is too large');
    return await readFile(file, 'utf8');
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`The file ${file} can't be used: ${(cause as Error).message}`, { cause });
  }
}

/** Writes a file that only its owner may read, and that is whole or not there. @throws UsageError where there is one already */
export async function writePrivate(file: string, text: string, flag: 'wx' | 'w' = 'wx'): Promise<void> {
  try {
    const handle = await open(file, flag, 0o600);
    try {
      await handle.chmod(0o600);
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw new UsageError(`The file ${file} can't be written: ${(cause as Error).message}`, { cause });
  }
}
