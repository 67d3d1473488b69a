// Tells whether the installed dependencies of a checkout are those of its lockfile.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const stampOf = (root) => join(root, 'node_modules', '.mailroom-lock');
const lockfileOf = (root) => join(root, 'package-lock.json');

const hashOf = (root) =>
  createHash('sha256')
    .update(readFileSync(lockfileOf(root)))
    .digest('hex');

/** Tells whether node_modules is what the lockfile says. Without our stamp, npm's own record must be the newer file. */
export function isInstalled(root) {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const stamp = readStamp(root);
  if (stamp !== undefined) return stamp === hashOf(root);
  return statSync(installed).mtimeMs >= statSync(lockfileOf(root)).mtimeMs;
}

/** Records which lockfile was installed. A concurrent reader finds the old stamp or the new one, never half of one. */
export function stampInstalled(root) {
  const hash = hashOf(root);
  if (readStamp(root) === hash) return;
  const draft = `${stampOf(root)}.${process.pid}`;
  writeFileSync(draft, hash);
  renameSync(draft, stampOf(root));
}

function readStamp(root) {
  try {
    return readFileSync(stampOf(root), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
