const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;

/** Says how long to wait before the next start: longer after each that failed, and not at all after one that worked. */
export class StartPauses {
  #pauseMs = 0;
  #until = 0;

  remainingMs(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /** Several that fail together count as one. */
  failed(): void {
    if (this.remainingMs() > 0) return;
    this.#pauseMs = Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * this.#pauseMs));
    this.#until = performance.now() + this.#pauseMs;
  }

  worked(): void {
    this.#pauseMs = 0;
    this.#until = 0;
  }
}
