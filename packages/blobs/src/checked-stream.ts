import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { pipeline, Readable, Transform } from 'node:stream';
import { BlobMissingError } from './blob-store.js';
import type { Locator } from './locator.js';

/** A blob's bytes from its open segment, which is closed with the stream. It fails at its end where they are damaged. */
export async function checkedStream(file: FileHandle, { offset, length, sha256 }: Locator): Promise<Readable> {
  if (length === 0) {
    await file.close();
    return Readable.from([]);
  }
  const hash = createHash('sha256');
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      const intact = hash.digest('base64url') === sha256;
      done(intact ? null : new BlobMissingError('A blob is damaged.'));
    },
  });
  // Whoever reads the result hears of its failure there.
  return pipeline(file.createReadStream({ start: offset, end: offset + length - 1 }), check, () => {});
}
