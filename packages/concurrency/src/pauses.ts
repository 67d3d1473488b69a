/** The share by which a pause may be longer, so that many who wait for the same thing do not all come back at once. */
const JITTER = 0.2;

/** Pauses between tries, in milliseconds: each is twice as long as the one before it, up to a limit, plus some jitter. */
export class Pauses {
  #pauseMs: number;

  constructor(
    private readonly firstMs: number,
    private readonly maxMs: number,
  ) {
    this.#pauseMs = firstMs;
  }

  next(): number {
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(2 * pauseMs, this.maxMs);
    return pauseMs * (1 + JITTER * Math.random());
  }

  /** Begins again with the first. */
  reset(): void {
    this.#pauseMs = this.firstMs;
  }
}
