import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canBeToken } from '@mailroom/client';
import { UsageError } from './usage-error.js';

/** Where an installation of this folder keeps its data, and the file there in which its first start leaves a token. */
const LOCAL_DATA_DIRECTORY = '.mailroom';
const LOCAL_TOKEN_FILE = 'manager-token';
const DEFAULT_URL = 'http://localhost:8080';

export type Settings = { readonly baseUrl: string; readonly token: string };

type Given = { readonly url?: string; readonly token?: string };
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where to call and as whom: options come before variables, and those before what this folder contains. @throws
 * UsageError
 */
export function settingsOf(given: Given, env: Environment): Settings {
  const baseUrl = given.url ?? (env.MAILROOM_URL || DEFAULT_URL);
  if (!/^https?:$/.test(URL.canParse(baseUrl) ? new URL(baseUrl).protocol : '')) {
    throw new UsageError(`"${baseUrl}" is not an http URL: give another with --url or MAILROOM_URL.`);
  }
  const token = given.token ?? (env.MAILROOM_TOKEN || tokenFromFile(env));
  if (!canBeToken(token)) {
    throw new UsageError('The token holds characters that no token has: check that it was copied whole.');
  }
  return { baseUrl, token };
}

function tokenFromFile({ MAILROOM_TOKEN_FILE: named, MAILROOM_DATA_DIR: directory }: Environment): string {
  const path = named || join(directory || LOCAL_DATA_DIRECTORY, LOCAL_TOKEN_FILE);
  if (!existsSync(path)) {
    const problem = named ? `There is no file ${named}` : `There is no token, not even in ${path}`;
    throw new UsageError(`${problem}: set one with --token, MAILROOM_TOKEN or MAILROOM_TOKEN_FILE.`);
  }
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`The file ${path} can't be read: ${(error as Error).message}`);
  }
}
