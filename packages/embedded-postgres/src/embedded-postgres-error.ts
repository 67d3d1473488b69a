/** A code for what kept the embedded Postgres from running; programs read it, people read the message. */
export type EmbeddedPostgresProblem =
  | 'data_directory_unusable'
  | 'data_directory_in_use'
  | 'platform_unsupported'
  | 'no_unprivileged_user'
  | 'initdb_failed'
  | 'disk_full'
  | 'not_a_cluster'
  | 'cluster_missing'
  | 'wrong_major_version'
  | 'wrong_owner'
  | 'start_failed'
  | 'not_ready'
  | 'stop_failed';

/** The embedded Postgres can't run or stop; the message is one line that says what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = 'EmbeddedPostgresError';

  constructor(
    readonly problem: EmbeddedPostgresProblem,
    message: string,
    options: ErrorOptions = {},
  ) {
    super(message, options);
  }
}

/** Another running Mailroom uses the same data directory. */
export class DataDirectoryInUseError extends EmbeddedPostgresError {
  override readonly name = 'DataDirectoryInUseError';

  constructor(
    readonly dataDirectory: string,
    /** The process id of the Mailroom that holds it; null if it is not known. */
    readonly holderPid: number | null,
  ) {
    const holder = holderPid === null ? 'Another Mailroom' : `Mailroom with process id ${holderPid}`;
    super(
      'data_directory_in_use',
      `${holder} already runs on ${dataDirectory}: stop it first, or set MAILROOM_DATA_DIR to another directory.`,
    );
  }
}

/** True if the error carries one of these codes (errno names such as `ENOENT`, or SQLSTATEs). */
export function hasErrorCode(error: unknown, ...codes: string[]): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && codes.includes(code);
}

/** Explains a file system error in terms of the data directory; other errors pass unchanged. */
export function explainFileError(error: unknown, directory: string): unknown {
  if (error instanceof EmbeddedPostgresError) return error;
  if (hasErrorCode(error, 'ENOSPC', 'EDQUOT')) return diskFull(directory, error);
  if (
    hasErrorCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'ENAMETOOLONG', 'ELOOP', 'EINVAL')
  ) {
    return new EmbeddedPostgresError(
      'data_directory_unusable',
      `Mailroom can't write to its data directory ${directory} (${messageOf(error)}): make it writable, or set MAILROOM_DATA_DIR to a directory that is.`,
      { cause: error },
    );
  }
  return error;
}

/** The error for a full disk or an exhausted quota. */
export function diskFull(directory: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'disk_full',
    `The disk that holds ${directory} is full: free some space (Mailroom needs at least 200 MB).`,
    { cause },
  );
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}
