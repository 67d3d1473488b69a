import { setTimeout as sleep } from 'node:timers/promises';
import { hasErrorCode } from './embedded-postgres-error.js';
import { findFreePort } from './free-port.js';
import { openClient } from './postgres-client.js';
import { postmasterArguments, type PostmasterLaunch } from './postgres-settings.js';
import { findStartFailure, Postmaster } from './postmaster.js';
import { readPidFile, removeStalePidFile } from './postmaster-pid-file.js';
import { commandLine, isPostgresOf } from './process-status.js';

const RETRY_MS = 100;
const GIVE_UP_MS = 60_000;
const ANSWER_TIMEOUT_MS = 5_000;
/** An empty lock file may belong to a start under way for this long. */
const EMPTY_FILE_TRIES = 20;

export type StartedPostmaster = { readonly postmaster: Postmaster; readonly adopted: boolean };

/**
 * Makes a Postgres serve the cluster: adopts one that already does if it is ours in every respect, stops it if it is
 * not, and starts one if there is none. It uses `port` if that is given, else a free port. The caller has made sure
 * that no other running Mailroom uses the cluster.
 */
export async function startPostmaster(
  launch: PostmasterLaunch,
  signal: AbortSignal,
  port?: number,
): Promise<StartedPostmaster> {
  for (const deadline = Date.now() + GIVE_UP_MS; ; await sleep(RETRY_MS)) {
    signal.throwIfAborted();
    const running = await findRunning(launch);
    if (running !== undefined) {
      if (await isAdoptable(launch, running, signal, port)) return { postmaster: running, adopted: true };
      launch.onLog(`stopping the Postgres (process id ${running.pid}) that an earlier Mailroom left behind`);
      await running.stop(launch.onLog);
    }
    const postmaster = await startNew(launch, signal, port, Date.now() > deadline);
    if (postmaster !== undefined) return { postmaster, adopted: false };
  }
}

/** Makes one attempt; undefined if another one can help. */
async function startNew(
  launch: PostmasterLaunch,
  signal: AbortSignal,
  port: number | undefined,
  lastTry: boolean,
): Promise<Postmaster | undefined> {
  const logBytes = await launch.log.size();
  const postmaster = await Postmaster.start(launch, port ?? (await findFreePort()));
  if (await postmaster.waitUntilReady(launch.clusterDirectory, signal)) return postmaster;
  if (signal.aborted) await postmaster.stop(launch.onLog);
  signal.throwIfAborted();
  await postmaster.gone;
  const failure = await findStartFailure(launch, logBytes);
  if (lastTry || failure.kind === 'final') throw failure.error;
  return undefined;
}

/** The Postgres that serves the cluster now. Lock files without a server are removed. */
async function findRunning(launch: PostmasterLaunch): Promise<Postmaster | undefined> {
  const { clusterDirectory } = launch;
  for (let tries = 0; ; tries++) {
    const file = await readPidFile(clusterDirectory);
    if (file === undefined) return undefined;
    if (file.pid !== undefined && isPostgresOf(file.pid, clusterDirectory)) {
      return Postmaster.adopt(file.pid, file.port ?? 0);
    }
    if (file.pid !== undefined || tries === EMPTY_FILE_TRIES) {
      await removeStalePidFile(clusterDirectory, file);
      return undefined;
    }
    await sleep(RETRY_MS);
  }
}

/**
 * A server is adoptable if it was started just as we would start it (same program, durability and limits) and accepts
 * our password. If it is still recovering we wait, because stopping it would make it begin again.
 */
async function isAdoptable(
  launch: PostmasterLaunch,
  running: Postmaster,
  signal: AbortSignal,
  port: number | undefined,
): Promise<boolean> {
  if (port !== undefined && running.port !== port) return false;
  const expected = [launch.binaries.postgres, ...postmasterArguments(launch, running.port)].join(' ');
  if (commandLine(running.pid) !== expected) return false;
  if (!(await running.waitUntilReady(launch.clusterDirectory, signal))) return false;
  return answers(running.port, launch.password);
}

async function answers(port: number, password: string): Promise<boolean> {
  for (const deadline = Date.now() + ANSWER_TIMEOUT_MS; Date.now() < deadline; await sleep(RETRY_MS)) {
    try {
      const client = await openClient({ port, password, timeoutMs: ANSWER_TIMEOUT_MS });
      await client.end();
      return true;
    } catch (error) {
      if (hasErrorCode(error, '28P01')) return false;
    }
  }
  return false;
}
