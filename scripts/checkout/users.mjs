// Records who runs from this checkout: processes whose modules must not be replaced while they run.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Records that this process runs from the modules of `root`, until it exits. */
export function recordUse(root) {
  const file = join(folderOf(root), String(process.pid));
  mkdirSync(folderOf(root), { recursive: true });
  writeFileSync(file, '');
  process.once('exit', () => rmSync(file, { force: true }));
}

/** The ids of the living processes that run from the modules of `root`. */
export function usersOf(root) {
  return names(folderOf(root)).map(Number).filter(isAlive);
}

const folderOf = (root) => join(root, 'node_modules', '.mailroom-running');

function names(folder) {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

function isAlive(pid) {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
