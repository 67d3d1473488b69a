import { existsSync, readFileSync } from 'node:fs';
import { UsageError } from './usage-error.js';

/** The token that the first start of an installation in this folder left. */
const LOCAL_TOKEN_FILE = '.mailroom/manager-token';
const DEFAULT_URL = 'http://localhost:8080';

export type Settings = { readonly baseUrl: string; readonly token: string };

type Given = { readonly url?: string; readonly token?: string };
type Environment = Readonly<Record<string, string | undefined>>;

/** Where to call and as whom: options before variables before what lies in this folder. @throws UsageError */
export function settingsOf(given: Given, env: Environment): Settings {
  const baseUrl = given.url ?? env.MAILROOM_URL ?? DEFAULT_URL;
  if (!/^https?:$/.test(URL.canParse(baseUrl) ? new URL(baseUrl).protocol : '')) {
    throw new UsageError(`"${baseUrl}" is no http URL: give another with --url or MAILROOM_URL.`);
  }
  return { baseUrl, token: given.token ?? env.MAILROOM_TOKEN ?? tokenFromFile(env.MAILROOM_TOKEN_FILE) };
}

function tokenFromFile(file: string | undefined): string {
  const path = file ?? LOCAL_TOKEN_FILE;
  if (!existsSync(path)) {
    const problem = file === undefined ? 'There is no token' : `There is no file ${file}`;
    throw new UsageError(`${problem}: give one with --token, MAILROOM_TOKEN or MAILROOM_TOKEN_FILE.`);
  }
  return readFileSync(path, 'utf8').trim();
}
