import { createHash } from 'node:crypto';
import { pipeline, Transform, type Readable } from 'node:stream';
import { BlobMissingError } from './blob-store.js';
import type { Locator } from './locator.js';

/**
 * A blob's bytes from where they lie; the source is closed with the stream. It fails at its end where they are damaged.
 * @param explain makes of a failure of the source what the reader hears
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
  // Whoever reads the result hears of its failure there.
  return pipeline(source, check, () => {});
}
