import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

const isLinux = process.platform === 'linux';

/**
 * True while the process runs. A zombie counts as dead, because there may be nobody to reap it (a container without
 * init).
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    const ownedByAnother = error instanceof Error && 'code' in error && error.code === 'EPERM';
    if (!ownedByAnother) return false;
  }
  return readProcStat(pid)?.state !== 'Z';
}

/**
 * Distinguishes a process from a later one with the same id; undefined if the system doesn't say or the process is
 * gone.
 */
export function processIdentity(pid: number): string | undefined {
  return isLinux ? readProcStat(pid)?.startTicks : processColumn(pid, 'lstart=');
}

/** The process's arguments joined by blanks; undefined if it is gone, empty for a zombie. */
export function commandLine(pid: number): string | undefined {
  if (!isLinux) return processColumn(pid, 'command=');
  return readText(`/proc/${pid}/cmdline`)?.replace(/\0$/, '').replaceAll('\0', ' ');
}

/**
 * True if the process is a Postgres that serves this cluster. A process id left in a file may since have been given to
 * another program. `/proc/<pid>/cwd` is closed to root in a container without CAP_SYS_PTRACE, the command line is open
 * to all; either is enough.
 */
export function isPostgresOf(pid: number, clusterDirectory: string): boolean {
  const command = commandLine(pid);
  if (command === undefined || !/(^|\/)postgres(\s|$)/.test(command)) return false;
  return `${command} `.includes(` ${clusterDirectory} `) || workingDirectory(pid) === clusterDirectory;
}

/** Fields 3 and 22 of proc_pid_stat(5); the second field may hold blanks and brackets, so count behind its end. */
function readProcStat(pid: number): { state: string; startTicks: string } | undefined {
  if (!isLinux) return undefined;
  const text = readText(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  return state === undefined || startTicks === undefined ? undefined : { state, startTicks };
}

function workingDirectory(pid: number): string | undefined {
  try {
    return isLinux ? readlinkSync(`/proc/${pid}/cwd`) : undefined;
  } catch {
    return undefined;
  }
}

function processColumn(pid: number, column: string): string | undefined {
  try {
    const output = execFileSync('ps', ['-ww', '-o', column, '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' });
    return output.trim() || undefined;
  } catch {
    return undefined;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
