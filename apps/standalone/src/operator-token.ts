import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTokenText, isTokenText } from '@mailroom/identity';
import { writeSecret } from './write-secret.js';

export const OPERATOR_PREFIX = 'mro_';

/** Where the token is. */
export function operatorTokenFile(dataDirectory: string): string {
  return join(dataDirectory, 'operator-token');
}

/**
 * Returns the path of the file with the token of the installation's operator, which it makes where there is none. The
 * token is in force as long as the file holds it: deleting the file and starting again rotates it.
 */
export async function ensureOperatorToken(dataDirectory: string): Promise<string> {
  const path = operatorTokenFile(dataDirectory);
  const text = (await readFile(path, 'utf8').catch(ifMissing)).trim();
  if (!text.startsWith(OPERATOR_PREFIX) || !isTokenText(text))
    await writeSecret(path, `${createTokenText(OPERATOR_PREFIX)}\n`);
  return path;
}

function ifMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
