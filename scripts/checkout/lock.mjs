// Only one process at a time prepares a checkout. Nothing is installed yet when the lock is needed, so it is a plain
// file.
import { closeSync, openSync, rmSync, statSync, utimesSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;
const HEARTBEAT_MS = 1_000;
/** The holder touches its file every second; a file this old belongs to a process that died. */
const STALE_MS = 15_000;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs `work` while this process alone holds the file. `onWait` is called once if another process holds it. The lock of
 * a holder that was killed is ignored after fifteen seconds.
 */
export async function withLock(path, work, onWait = () => {}) {
  for (let waited = false; !take(path); waited = true) {
    if (!waited) onWait();
    breakStale(path);
    await sleep(POLL_MS);
  }
  const heartbeat = setInterval(() => touch(path), HEARTBEAT_MS);
  const drop = () => rmSync(path, { force: true });
  const leave = (_signal, number) => process.exit(128 + number);
  process.once('exit', drop);
  for (const signal of signals) process.once(signal, leave);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off('exit', drop);
    for (const signal of signals) process.off(signal, leave);
    drop();
  }
}

/** Creates the file exclusively, which succeeds for only one process. */
function take(path) {
  try {
    closeSync(openSync(path, 'wx'));
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function breakStale(path) {
  if (!isStale(path)) return;
  // Two waiters must not break it one after the other, because the second would break the first one's new lock.
  const breaking = `${path}.breaking`;
  if (isStale(breaking)) rmSync(breaking, { force: true });
  if (!take(breaking)) return;
  if (isStale(path)) rmSync(path, { force: true });
  rmSync(breaking, { force: true });
}

function isStale(path) {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return modified !== undefined && Date.now() - modified > STALE_MS;
}

function touch(path) {
  try {
    utimesSync(path, new Date(), new Date());
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
