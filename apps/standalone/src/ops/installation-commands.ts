import { problemOfBlobStoreUrl } from '@mailroom/blobs';
import { DomainError } from '@mailroom/errors';
import { checkedConfig, readDatabaseUrl } from '@mailroom/runtime';
import type { MoveTarget } from '../backup/move-installation.js';
import { loadInstallationConfig, type InstallationConfig } from '../installation.config.js';
import type { Row } from './print.js';

type Environment = Readonly<Record<string, string | undefined>>;
/** A command about the installation as a whole, which opens it by itself. */
export type InstallationCommand = {
  readonly form: string;
  readonly does: string;
  readonly run: (env: Environment, args: readonly string[]) => Promise<readonly Row[]>;
};

export const installationCommands: Readonly<Record<string, InstallationCommand>> = {
  backup: {
    form: '<file>',
    does: 'write database, mail and keys into a file, while the system runs or not',
    run: async (env, [file = '']) => {
      const config = embeddedConfig(env);
      const { backUp } = await import('../backup/back-up.js');
      return [summary(file, await backUp(config, file))];
    },
  },
  restore: {
    form: '<file>',
    does: 'make the installation of such a file in a data directory that is empty',
    run: async (env, [file = '']) => {
      const config = embeddedConfig(env);
      const { restoreBackup } = await import('../backup/restore-backup.js');
      return [summary(config.dataDirectory, await restoreBackup(file, config))];
    },
  },
  move: {
    form: '',
    does: 'take it to MOVE_TO_DATABASE_URL and MOVE_TO_BLOB_STORE_URL; run again where it was interrupted',
    run: async (env) => {
      const config = embeddedConfig(env);
      const target = loadMoveTarget(env);
      const { moveInstallation } = await import('../backup/move-installation.js');
      return moveInstallation(config, target);
    },
  },
};

function embeddedConfig(env: Environment): InstallationConfig {
  const config = loadInstallationConfig(env);
  if (config.databaseUrl === undefined) return config;
  throw new DomainError(
    'invalid_request',
    'DATABASE_URL names a database of your own: back it up with its own means (pg_dump), or unset it.',
  );
}

/** @throws ConfigError */
function loadMoveTarget(env: Environment): MoveTarget {
  return checkedConfig((complain) => {
    const databaseUrl = readDatabaseUrl({ DATABASE_URL: env.MOVE_TO_DATABASE_URL }, (problem) =>
      complain(`MOVE_TO_${problem}`),
    );
    const blobStoreUrl = env.MOVE_TO_BLOB_STORE_URL ?? '';
    const problem = problemOfBlobStoreUrl(blobStoreUrl);
    if (problem !== null) complain(`MOVE_TO_${problem}`);
    if (databaseUrl === undefined) complain('MOVE_TO_DATABASE_URL must name the Postgres to move to.');
    return { databaseUrl: databaseUrl ?? '', blobStoreUrl };
  });
}

type Contents = { createdAt: string; tables: readonly { name: string; rows: number }[]; blobs: number };

function summary(place: string, { createdAt, tables, blobs }: Contents): Row {
  const rowsOf = (table: string) => tables.find(({ name }) => name === table)?.rows ?? 0;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return { place, createdAt, mailboxes: rowsOf('mailbox'), emails: rowsOf('email'), rows, blobs };
}
