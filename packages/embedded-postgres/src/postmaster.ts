import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDiskFull, lastLine } from './cluster.js';
import { diskFull, EmbeddedPostgresError } from './embedded-postgres-error.js';
import { spawnPostgres } from './postgres-command.js';
import { postmasterArguments, type PostmasterLaunch } from './postgres-settings.js';
import { readPidFile } from './postmaster-pid-file.js';
import { isAlive, processIdentity } from './process-status.js';

const POLL_MS = 10;
const ADOPTED_POLL_MS = 1_000;
const START_TIMEOUT_MS = 60_000;
const FAST_STOP_MS = 20_000;
const IMMEDIATE_STOP_MS = 10_000;

/** A running Postgres server process: one we started, or one that an earlier Mailroom left behind. */
export class Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Resolves when the process is gone, with a description of how it ended. */
  readonly gone: Promise<string>;
  readonly #identity: string | undefined;

  private constructor(pid: number, port: number, gone?: Promise<string>) {
    this.pid = pid;
    this.port = port;
    this.#identity = processIdentity(pid);
    this.gone = gone ?? this.#watch();
  }

  /**
   * Starts Postgres in a session of its own, so that Ctrl-C in the terminal doesn't reach it before we stop it, and
   * without keeping our own process from ending. Its output goes to the log.
   */
  static async start(launch: PostmasterLaunch, port: number): Promise<Postmaster> {
    const log = await launch.log.open();
    try {
      const child = await spawnPostgres(launch.binaries.postgres, postmasterArguments(launch, port), launch.user, {
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
      });
      child.unref();
      const gone = once(child, 'exit').then(([code, signal]) => `${signal ?? `exit code ${code}`}`);
      return new Postmaster(child.pid ?? 0, port, gone);
    } finally {
      await log.close();
    }
  }

  /** Takes over a process that isn't our child. */
  static adopt(pid: number, port: number): Postmaster {
    return new Postmaster(pid, port);
  }

  isRunning(): boolean {
    return isAlive(this.pid) && processIdentity(this.pid) === this.#identity;
  }

  /**
   * Waits until it accepts connections, which its lock file says (only then does this very process have the port).
   * Returns false if it ends or begins to stop. If it is still starting after a minute, that is an error, but it may
   * continue.
   */
  async waitUntilReady(clusterDirectory: string, signal: AbortSignal): Promise<boolean> {
    for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline;) {
      if (signal.aborted) return false;
      const running = this.isRunning();
      const file = await readPidFile(clusterDirectory);
      if (file?.pid === this.pid && file.status === 'ready') return true;
      if (!running || (file?.pid === this.pid && file.status === 'stopping')) return false;
      await sleep(POLL_MS);
    }
    throw new EmbeddedPostgresError(
      'not_ready',
      `Postgres (process id ${this.pid}) is still recovering the database in ${clusterDirectory} after a minute: let it continue, and start Mailroom again later.`,
    );
  }

  /**
   * Does a fast shutdown: it cuts connections, and everything committed is on disk. After 20 s it skips the final
   * checkpoint.
   */
  async stop(onLog: (line: string) => void): Promise<void> {
    this.#signal('SIGINT');
    if (await this.#waitUntilGone(FAST_STOP_MS)) return;
    onLog(`Postgres (process id ${this.pid}) did not stop within ${FAST_STOP_MS / 1000} s: stopping it at once`);
    this.#signal('SIGQUIT');
    if (await this.#waitUntilGone(IMMEDIATE_STOP_MS)) return;
    throw new EmbeddedPostgresError(
      'stop_failed',
      `Postgres (process id ${this.pid}) does not stop: end it by "kill -9 ${this.pid}" before Mailroom starts again.`,
    );
  }

  /** Begins a fast shutdown, which continues without us. */
  abandon(): void {
    this.#signal('SIGINT');
  }

  #signal(name: 'SIGINT' | 'SIGQUIT'): void {
    if (!this.isRunning()) return;
    try {
      process.kill(this.pid, name);
    } catch (error) {
      if (this.isRunning()) throw error;
    }
  }

  async #waitUntilGone(timeoutMs: number): Promise<boolean> {
    for (const deadline = Date.now() + timeoutMs; this.isRunning(); await sleep(POLL_MS)) {
      if (Date.now() > deadline) return false;
    }
    return true;
  }

  #watch(): Promise<string> {
    return new Promise((resolve) => {
      const timer = setInterval(() => {
        if (this.isRunning()) return;
        clearInterval(timer);
        resolve('it vanished');
      }, ADOPTED_POLL_MS);
      timer.unref();
    });
  }
}

/** Why a Postgres ended before it was ready, and whether another attempt can help. */
export type StartFailure = { readonly kind: 'port_taken' | 'try_again' | 'final'; readonly error: Error };

/** Reads the reason from what it wrote since the log had the given size. */
export async function findStartFailure(launch: PostmasterLaunch, logBytes: number): Promise<StartFailure> {
  const text = await launch.log.readFrom(logBytes);
  if (isDiskFull(text)) return { kind: 'final', error: diskFull(launch.clusterDirectory) };
  const error = new EmbeddedPostgresError(
    'start_failed',
    `Postgres did not start on ${launch.clusterDirectory}: ${lastLine(text)} (more in ${launch.log.path})`,
  );
  if (/could not bind|could not create any TCP\/IP sockets/.test(text)) return { kind: 'port_taken', error };
  // Another start was faster, or some processes of a killed server are still there.
  const transient = /lock file "[^"]*" (already exists|is empty)|pre-existing shared memory block/.test(text);
  return { kind: transient ? 'try_again' : 'final', error };
}
