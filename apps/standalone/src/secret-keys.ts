import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSecretKeys, resealSecrets, SealedSecretError, SECRET_KEY_BYTES, type Database } from '@mailroom/database';
import { sealedDkimKeys } from '@mailroom/sending';
import { sealedSignupAnswers } from '@mailroom/signup';
import { sealedWebhookSecrets } from '@mailroom/webhooks';
import type { InstallationConfig } from './installation.config.js';
import { writeSecret } from './write-secret.js';

type Place = Pick<InstallationConfig, 'dataDirectory' | 'databaseUrl' | 'secretKeys'>;

/** Wherever secrets lie sealed. */
export const sealedColumns = [...sealedDkimKeys, ...sealedWebhookSecrets, ...sealedSignupAnswers];

const fileOf = ({ dataDirectory }: Place) => join(dataDirectory, 'secret-key');

/**
 * What secrets are sealed with: MAILROOM_SECRET_KEY, or else the file beside the embedded database, which is made where it
 * is missing. A database of another place has no file beside it: nothing starts on it without the variable, and the operator's
 * command opens no secrets.
 */
export async function openSecretKeys(place: Place): Promise<readonly Buffer[]> {
  if (place.secretKeys) return place.secretKeys;
  if (place.databaseUrl !== undefined) return [];
  const path = fileOf(place);
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text !== null) {
    const keys = parseSecretKeys(text.trim());
    if (keys) return keys;
    throw new Error(`${path} holds no key of 32 bytes in base64.`);
  }
  const key = randomBytes(SECRET_KEY_BYTES);
  await writeSecret(path, `${key.toString('base64')}\n`);
  return [key];
}

/** Seals every secret with the first key. @throws where one was sealed with a key that is not here */
export async function sealAll(database: Database, place: Place): Promise<number> {
  try {
    return await resealSecrets(database, sealedColumns);
  } catch (error) {
    if (!(error instanceof SealedSecretError)) throw error;
    const where = place.secretKeys
      ? 'Add that key to MAILROOM_SECRET_KEY.'
      : `Put back the ${fileOf(place)} of this database.`;
    throw new Error(`${error.message} ${where}`, { cause: error });
  }
}
