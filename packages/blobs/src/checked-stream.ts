import { createHash } from 'node:crypto';
import { pipeline, Transform, type Readable } from 'node:stream';
import { BlobMissingError } from './blob-store.js';
import type { Locator } from './locator.js';

/**
 * Streams a blob's bytes from their source, which is closed with the stream. If they are damaged, the stream fails at
 * its end.
 * @param explain turns a failure of the source into the error that the reader gets
 */
export function checkedStream(
  source: Readable,
  { sha256 }: Locator,
  explain: (error: Error) => Error = (error) => error,
): Readable {
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
    destroy(error, done) {
      done(error === null || error instanceof BlobMissingError ? error : explain(error));
    },
  });
  // The reader of the result sees its failure there.
  return pipeline(source, check, () => {});
}
