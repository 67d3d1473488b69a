import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { EmbeddedPostgresError, hasErrorCode } from './embedded-postgres-error.js';
import type { UnixUser } from './unprivileged-user.js';

const MAX_OUTPUT_CHARACTERS = 64 * 1024;

export type CommandResult = { readonly code: number | null; readonly output: string };

/**
 * Starts one of Postgres's programs. It gets none of our environment (secrets, PGDATA, …), writes English messages that
 * can be recognised, and runs in `/`, because Postgres's user may not be able to read our directory.
 */
export async function spawnPostgres(
  program: string,
  args: readonly string[],
  user: UnixUser | undefined,
  options: SpawnOptions,
): Promise<ChildProcess> {
  const libraryPath = process.env['LD_LIBRARY_PATH'];
  const child = spawn(program, args, {
    ...options,
    ...(user === undefined ? {} : { uid: user.uid, gid: user.gid }),
    cwd: '/',
    env: { LC_ALL: 'C', TZ: 'UTC', ...(libraryPath === undefined ? {} : { LD_LIBRARY_PATH: libraryPath }) },
  });
  try {
    await once(child, 'spawn');
    return child;
  } catch (error) {
    throw explainSpawnError(error, program, user);
  }
}

/** Runs one of Postgres's programs to its end, feeding it `input`. */
export async function runPostgres(
  program: string,
  args: readonly string[],
  user: UnixUser | undefined,
  input = '',
): Promise<CommandResult> {
  const child = await spawnPostgres(program, args, user, { stdio: 'pipe' });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output = (output + chunk.toString('utf8')).slice(-MAX_OUTPUT_CHARACTERS);
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  // It may end without reading its input; its exit code says why.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  await once(child, 'close');
  return { code: child.exitCode, output };
}

function explainSpawnError(error: unknown, program: string, user: UnixUser | undefined): unknown {
  if (user !== undefined && hasErrorCode(error, 'EPERM', 'EINVAL')) {
    return new EmbeddedPostgresError(
      'no_unprivileged_user',
      `Postgres refuses to run as root, and this root may not switch to user ${user.uid}: start Mailroom as an ordinary user.`,
      { cause: error },
    );
  }
  if (!hasErrorCode(error, 'ENOENT', 'EACCES', 'ENOEXEC')) return error;
  return new EmbeddedPostgresError(
    'platform_unsupported',
    `${program} can't be run here (${String(error)}): the embedded Postgres needs glibc (not Alpine) and a file system that allows programs; set DATABASE_URL to use another Postgres.`,
    { cause: error },
  );
}
