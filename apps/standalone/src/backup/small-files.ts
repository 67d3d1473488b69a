import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A key or a token is much smaller. */
const MAX_BYTES = 64 * 1024;
/** Each start makes these anew, for the Postgres and the process of its own; the last are drafts and logs. */
const LEFT_BEHIND = /^(postgres.*|instance\.json|database-url|restore-unfinished|moved|.*\.(log|tmp|new|partial))$/;

/** The keys and tokens of a data directory, and whatever else is small and beside its database. */
export async function readSmallFiles(dataDirectory: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const entry of await readdir(dataDirectory, { withFileTypes: true })) {
    const path = join(dataDirectory, entry.name);
    if (!entry.isFile() || LEFT_BEHIND.test(entry.name) || (await stat(path)).size > MAX_BYTES) continue;
    files.set(entry.name, await readFile(path));
  }
  return files;
}
