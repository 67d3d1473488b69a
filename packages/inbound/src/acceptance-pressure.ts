import { Injectable } from '@nestjs/common';

/** The number of messages being made durable at once from which clients hold each other up. */
const MANY = 3;
/** The state lasts this long, so that the pause between two commits does not look like its end. */
const LASTS_MS = 25;

/**
 * Knows whether SMTP clients are waiting for their `250`; if so, parsing, for which nobody waits, lets them go first.
 */
@Injectable()
export class AcceptancePressure {
  #accepting = 0;
  #highUntil = -Infinity;

  /** Counts a message while it is made durable. */
  async during<Result>(accept: () => Promise<Result>): Promise<Result> {
    this.#accepting += 1;
    this.#note();
    try {
      return await accept();
    } finally {
      this.#note();
      this.#accepting -= 1;
    }
  }

  #note(): void {
    if (this.#accepting >= MANY) this.#highUntil = performance.now() + LASTS_MS;
  }

  get isHigh(): boolean {
    return this.#accepting >= MANY || performance.now() < this.#highUntil;
  }

  /** Tells for how many milliseconds it has not been high; infinitely many if it never was. */
  get easedMs(): number {
    return this.isHigh ? 0 : performance.now() - this.#highUntil;
  }
}
