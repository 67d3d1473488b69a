import { existsSync, readFileSync } from 'node:fs';
import { canBeToken } from '@mailroom/client';
import { UsageError } from './usage-error.js';

/** The file in which the first start of an installation in this folder leaves its token. */
const LOCAL_TOKEN_FILE = '.mailroom/manager-token';
const DEFAULT_URL = 'http://localhost:8080';

export type Settings = { readonly baseUrl: string; readonly token: string };

type Given = { readonly url?: string; readonly token?: string };
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where to call and as whom: options come before variables, and those before what this folder contains. @throws
 * UsageError
 */
export function settingsOf(given: Given, env: Environment): Settings {
  const baseUrl = given.url ?? env.MAILROOM_URL ?? DEFAULT_URL;
  if (!/^https?:$/.test(URL.canParse(baseUrl) ? new URL(baseUrl).protocol : '')) {
    throw new UsageError(`"${baseUrl}" is not an http URL: give another with --url or MAILROOM_URL.`);
  }
  const token = given.token ?? env.MAILROOM_TOKEN ?? tokenFromFile(env.MAILROOM_TOKEN_FILE);
  if (!canBeToken(token)) {
    throw new UsageError('The token holds characters that no token has: check that it was copied whole.');
  }
  return { baseUrl, token };
}

function tokenFromFile(file: string | undefined): string {
  const path = file ?? LOCAL_TOKEN_FILE;
  if (!existsSync(path)) {
    const problem = file === undefined ? 'There is no token' : `There is no file ${file}`;
    throw new UsageError(`${problem}: set one with --token, MAILROOM_TOKEN or MAILROOM_TOKEN_FILE.`);
  }
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`The file ${path} can't be read: ${(error as Error).message}`);
  }
}
