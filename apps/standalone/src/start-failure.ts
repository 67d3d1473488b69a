import { ConfigError } from '@mailroom/runtime';

/** The lines shown to a person whose start failed: what is wrong and what to do. */
export function explainStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError) return error.message;
  if (error.name.endsWith('PostgresError') || error.name === 'DataDirectoryInUseError') return error.message;
  if (error.name === 'BlobStoreUnusableError' || error.name === 'BackupError') return error.message;
  const { code, port, path } = error as Error & { code?: string; port?: number; path?: string };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use: stop the program that listens there, or set MAILROOM_HTTP_PORT or MAILROOM_SMTP_PORT.`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `Port ${port} may not be used by this user: set MAILROOM_HTTP_PORT or MAILROOM_SMTP_PORT above 1023.`;
  }
  if (code === 'EADDRNOTAVAIL') {
    return 'The address does not belong to this machine: check MAILROOM_HTTP_HOST and MAILROOM_SMTP_HOST.';
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOTDIR') {
    return `${path ?? 'The data directory'} is not writable: set MAILROOM_DATA_DIR to a directory that is.`;
  }
  return `Mailroom could not start: ${error.message}`;
}
