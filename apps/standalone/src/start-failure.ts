import { ConfigError, explainDatabaseFailure, explainListenFailure, type Environment } from '@mailroom/runtime';

/** The lines shown to a person whose start failed: what is wrong and what to do. */
export function explainStartFailure(error: unknown, env: Environment): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError) return error.message;
  if (error.name.endsWith('PostgresError') || error.name === 'DataDirectoryInUseError') return error.message;
  if (error.name === 'BlobStoreUnusableError' || error.name === 'BackupError') return error.message;
  const known = explainListenFailure(error, env) ?? explainDatabaseFailure(error, env);
  if (known !== null) return known;
  const { code, path } = error as Error & { code?: string; path?: string };
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOTDIR') {
    return `${path ?? 'The data directory'} is not writable: set MAILROOM_DATA_DIR to a directory that is.`;
  }
  return `Mailroom could not start: ${error.message}`;
}
