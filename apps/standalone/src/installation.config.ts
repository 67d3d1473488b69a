import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { problemOfBlobStoreUrl } from '@mailroom/blobs';
import {
  checkedConfig,
  readDatabaseUrl,
  readMailDomains,
  readSearchDatabaseUrl,
  readSecretKeys,
  type Complain,
  type Environment,
} from '@mailroom/runtime';

/** Where an installation keeps its data: all that the operator's command needs, because it loads none of the apps. */
export type InstallationConfig = {
  /** An absolute path. */
  readonly dataDirectory: string;
  readonly blobStoreUrl: string;
  readonly mailDomains: readonly string[];
  /** Undefined means the embedded Postgres. */
  readonly databaseUrl: string | undefined;
  /** Undefined: the search index is in the same database. */
  readonly searchDatabaseUrl: string | undefined;
  /** Undefined: those of the file beside the embedded database. */
  readonly secretKeys: readonly Buffer[] | undefined;
};

export const DEFAULT_MAIL_DOMAINS = 'mailroom.test';

export function readInstallation(env: Environment, complain: Complain): InstallationConfig {
  const dataDirectory = resolve(env.MAILROOM_DATA_DIR || './.mailroom');
  return {
    dataDirectory,
    blobStoreUrl: blobStoreUrl(env, dataDirectory, complain),
    mailDomains: readMailDomains(env, DEFAULT_MAIL_DOMAINS, complain),
    databaseUrl: readDatabaseUrl(env, complain),
    searchDatabaseUrl: readSearchDatabaseUrl(env, complain),
    secretKeys: readSecretKeys(env, complain),
  };
}

/** @throws ConfigError */
export function loadInstallationConfig(env: Environment): InstallationConfig {
  return checkedConfig((complain) => readInstallation(env, complain));
}

function blobStoreUrl(env: Environment, dataDirectory: string, complain: Complain): string {
  const url = env.BLOB_STORE_URL || pathToFileURL(join(dataDirectory, 'blobs')).href;
  const problem = problemOfBlobStoreUrl(url);
  if (problem !== null) complain(problem);
  return url;
}
