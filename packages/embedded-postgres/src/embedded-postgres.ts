import { randomBytes } from 'node:crypto';
import { findClusterPlace, SYSTEM_DIRECTORY } from './cluster-place.js';
import { ensureCluster, resetPassword } from './cluster.js';
import { DataDirectory } from './data-directory.js';
import { DirectoryClaim } from './directory-claim.js';
import { DataDirectoryInUseError, explainFileError, hasErrorCode } from './embedded-postgres-error.js';
import { endFirstStart } from './first-start.js';
import { InstanceLock } from './instance-lock.js';
import { prepareBinaries } from './postgres-binaries.js';
import { openClient } from './postgres-client.js';
import { PostgresLog } from './postgres-log.js';
import type { PostmasterLaunch } from './postgres-settings.js';
import { startPostmaster, type StartedPostmaster } from './start-postmaster.js';
import { Supervisor } from './supervisor.js';

export type EmbeddedPostgresOptions = {
  /** Mailroom's data directory; it contains the cluster if Postgres can reach it. */
  readonly dataDirectory: string;
  /** False turns fsync off; only tests do that, because they have nothing to lose in a power failure. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
  readonly onLog?: (line: string) => void;
};

const DATABASE = 'mailroom';
const PASSWORD_FILE = 'postgres-password';
const DEFAULT_MAX_CONNECTIONS = 100;

/** Our own Postgres on a data directory, held by this process only. */
export class EmbeddedPostgres {
  /** The URL of the database `mailroom`, with its password. */
  readonly url: string;

  constructor(
    private readonly supervisor: Supervisor,
    private readonly lock: InstanceLock,
    private readonly claim: DirectoryClaim,
    password: string,
    /** Where its files lie: in the data directory, or below /var/lib/mailroom where Postgres can't reach that. */
    readonly clusterDirectory: string,
    /** Whether an earlier Mailroom had left it running. */
    readonly adopted: boolean,
  ) {
    this.url = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${supervisor.port}/${DATABASE}`;
  }

  /** Whether a copy of the data directory lacks the database. */
  get isElsewhere(): boolean {
    return this.clusterDirectory.startsWith(`${SYSTEM_DIRECTORY}/`);
  }

  get pid(): number {
    return this.supervisor.pid;
  }

  /** Restarts Postgres on the same port; resolves when this process holds it again. */
  async restart(): Promise<void> {
    await this.supervisor.restart();
    await this.lock.held();
  }

  /** Tells Postgres to stop and does not wait for it; a process that ends at once calls this. */
  abandon(): void {
    this.supervisor.abandon();
  }

  async stop(): Promise<void> {
    await this.lock.release();
    await this.supervisor.stop();
    await this.claim.release();
  }
}

/**
 * Starts the embedded Postgres of a data directory: the first start creates it, a later one takes over a server left
 * running. @throws EmbeddedPostgresError, DataDirectoryInUseError: one line that says what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const data = await DataDirectory.open(options.dataDirectory);
  try {
    const claim = await DirectoryClaim.take(data);
    try {
      return await startClaimed(data, claim, options);
    } catch (error) {
      await claim.release();
      throw error;
    }
  } catch (error) {
    throw explainFileError(error, data.path);
  }
}

async function startClaimed(
  data: DataDirectory,
  claim: DirectoryClaim,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const launch = await prepareLaunch(data, options);
  await ensureCluster(launch);
  await endFirstStart(data);
  const signal = new AbortController().signal;
  const { started, lock } = await startAndLock(data, launch, signal);
  try {
    // When two processes start at once, the claim names the one with the lock.
    await claim.renew();
    await ensureDatabase(started.postmaster.port, launch.password);
  } catch (error) {
    await lock.release();
    await started.postmaster.stop(launch.onLog);
    throw error;
  }
  return new EmbeddedPostgres(
    new Supervisor(launch, started.postmaster),
    lock,
    claim,
    launch.password,
    launch.clusterDirectory,
    started.adopted,
  );
}

async function prepareLaunch(data: DataDirectory, options: EmbeddedPostgresOptions): Promise<PostmasterLaunch> {
  const log = new PostgresLog(data);
  await log.rotateIfLarge();
  const { directory: clusterDirectory, user } = await findClusterPlace(data);
  const copyTo = user === undefined ? data.file('postgres-binaries') : SYSTEM_DIRECTORY;
  return {
    binaries: await prepareBinaries(user, copyTo),
    clusterDirectory,
    user,
    password: (await data.createOnce(PASSWORD_FILE, randomBytes(24).toString('base64url'))).trim(),
    durable: options.durable ?? true,
    maxConnections: options.maxConnections ?? DEFAULT_MAX_CONNECTIONS,
    log,
    onLog: options.onLog ?? (() => {}),
  };
}

/** The lock decides who may use the cluster: without it, we leave Postgres to whoever has the lock. */
async function startAndLock(
  data: DataDirectory,
  launch: PostmasterLaunch,
  signal: AbortSignal,
): Promise<{ started: StartedPostmaster; lock: InstanceLock }> {
  for (let passwordWasReset = false; ; passwordWasReset = true) {
    const started = await startPostmaster(launch, signal);
    const { postmaster } = started;
    const address = { port: postmaster.port, password: launch.password };
    try {
      return { started, lock: await InstanceLock.take(address, data.path, launch.onLog) };
    } catch (error) {
      if (error instanceof DataDirectoryInUseError) throw error;
      await postmaster.stop(launch.onLog);
      // The password file was lost, and a new one was made.
      if (passwordWasReset || !hasErrorCode(error, '28P01')) throw error;
      await resetPassword(launch);
    }
  }
}

async function ensureDatabase(port: number, password: string): Promise<void> {
  const client = await openClient({ port, password });
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
