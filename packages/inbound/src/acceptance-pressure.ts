import { Injectable } from '@nestjs/common';

/** Messages being made durable at once from which on clients hold each other up. */
const MANY = 3;
/** Milliseconds for which that counts, so that the pause between two commits does not look like the end. */
const LASTS_MS = 25;

/** Whether SMTP clients wait for their `250`: then parsing, for which nobody waits, lets them go first. */
@Injectable()
export class AcceptancePressure {
  #accepting = 0;
  #highUntil = 0;

  /** Counts a message while it is made durable. */
  async during<Result>(accept: () => Promise<Result>): Promise<Result> {
    this.#accepting += 1;
    if (this.#accepting >= MANY) this.#highUntil = performance.now() + LASTS_MS;
    try {
      return await accept();
    } finally {
      this.#accepting -= 1;
    }
  }

  get isHigh(): boolean {
    return this.#accepting >= MANY || performance.now() < this.#highUntil;
  }
}
