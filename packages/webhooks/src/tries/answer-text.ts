import type { IncomingMessage } from 'node:http';

/** So much of an answer is kept for the endpoint's owner. */
const KEPT_BYTES = 1_024;
/** So much is read, so that the connection can be used again; an endpoint that says more is cut off. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** The delivery is decided by the answer's status, so nobody waits longer for its text. */
const PATIENCE_MS = 250;
/** An answer that has not ended by then is cut off: nobody counts its connection any more. */
const LINGER_MS = 1_000;

/** Returns the beginning of an answer's body as text, as far as it comes at once. It never throws. */
export function answerText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(patience);
      resolve(textOf(chunks));
    };
    const patience = setTimeout(done, PATIENCE_MS);
    const linger = setTimeout(() => response.destroy(), LINGER_MS);
    response.on('error', done);
    for (const ending of ['end', 'close']) {
      response.on(ending, () => {
        clearTimeout(linger);
        done();
      });
    }
    response.on('data', (chunk: Buffer) => {
      if (bytes < KEPT_BYTES) chunks.push(chunk.subarray(0, KEPT_BYTES - bytes));
      bytes += chunk.length;
      if (bytes >= KEPT_BYTES) done();
      if (bytes > MAX_ANSWER_BYTES) response.destroy();
    });
  });
}

/** The database takes no NUL. */
function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8').replaceAll('\0', '\ufffd');
}
