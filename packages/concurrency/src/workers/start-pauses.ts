import { Pauses } from '../pauses.js';

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;

/** Says how long to wait before the next start: longer after each that failed, and not at all after one that worked. */
export class StartPauses {
  readonly #pauses = new Pauses(FIRST_PAUSE_MS, MAX_PAUSE_MS);
  #until = 0;

  remainingMs(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /** Several that fail together count as one. */
  failed(): void {
    if (this.remainingMs() === 0) this.#until = performance.now() + this.#pauses.next();
  }

  worked(): void {
    this.#pauses.reset();
    this.#until = 0;
  }
}
