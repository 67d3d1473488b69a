import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { BackupError } from './backup-error.js';

/** The name of the last entry. */
export const END = 'end.json';

export type ArchiveEntry = { readonly name: string; readonly content: Buffer };

/** Adds an entry to the digest of all. */
export function digestEntry(digest: Hash, name: string, content: Buffer): void {
  digest.update(`${name}\0${content.length}\0`).update(content);
}

/**
 * Reads the entries of an archive, one at a time. What is damaged or cut off shows at the end at the latest, where it
 * throws: whoever can't take back what he did reads it once before. @throws BackupError
 */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const digest = createHash('sha256');
  let entries = 0;
  let end: string | undefined;
  try {
    for await (const { name, content } of readEntries(path)) {
      if (end !== undefined) throw new Error('there is something behind its end');
      if (name === END) {
        end = content.toString();
        continue;
      }
      digestEntry(digest, name, content);
      entries += 1;
      yield { name, content };
    }
  } catch (error) {
    throw damaged(path, error);
  }
  const expected = JSON.stringify({ entries, sha256: digest.digest('hex') });
  if (end !== expected)
    throw damaged(path, new Error(end === undefined ? 'its end is missing' : 'its checksum differs'));
}

async function* readEntries(path: string): AsyncGenerator<ArchiveEntry> {
  const tar = extract();
  const reading = pipeline(createReadStream(path), createGunzip(), tar);
  reading.catch(() => {});
  for await (const entry of tar) {
    yield { name: entry.header.name, content: await buffer(entry) };
  }
  await reading;
}

function damaged(path: string, cause: unknown): Error {
  if (cause instanceof BackupError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new BackupError(`${path} is no whole backup (${reason}): use another one.`, { cause });
}
