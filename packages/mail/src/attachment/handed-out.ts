import { Readable } from 'node:stream';
import { tooMany, type Handing } from './reading-room.js';

const SLICE_BYTES = 64 * 1024;
/** A rate is measured for as long as this. */
const MEASURED_MS = 5_000;

type Measuring = { readonly begunAt: number; readonly taken: number; readonly lookedAt: number };

/** Bytes that a client takes at its own pace, slice by slice. */
export class HandedOut implements Handing {
  #stream: Readable | undefined;
  #taken = 0;
  #measuring: Measuring | undefined;

  /** The bytes as a stream; they lie in memory until it is closed. */
  open(content: Buffer): Readable {
    this.#stream = Readable.from(this.#slicesOf(content));
    return this.#stream;
  }

  /** What counts is taken while somebody looks: buffers on the way take the first megabytes at once, whoever reads them. */
  rate(): number {
    const now = performance.now();
    const { lookedAt = -Infinity, ...before } = this.#measuring ?? { begunAt: now, taken: this.#taken };
    const { begunAt, taken } = now - lookedAt <= MEASURED_MS ? before : { begunAt: now, taken: this.#taken };
    this.#measuring = { begunAt, taken, lookedAt: now };
    const elapsed = now - begunAt;
    return elapsed < MEASURED_MS ? Number.POSITIVE_INFINITY : (1_000 * (this.#taken - taken)) / elapsed;
  }

  giveWay(): void {
    this.#stream?.destroy(tooMany('The client takes the attachment too slowly while others wait for theirs.'));
  }

  *#slicesOf(content: Buffer): Generator<Buffer> {
    for (let start = 0; start < content.length; start += SLICE_BYTES) {
      this.#taken = start;
      yield content.subarray(start, start + SLICE_BYTES);
    }
  }
}
