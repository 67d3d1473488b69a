import { Injectable } from '@nestjs/common';
import { timeOfUuid } from './inbound-metrics.js';

/** The number of messages being made durable at once from which clients hold each other up. */
const MANY = 3;
/** The state lasts this long, so that the pause between two commits does not look like its end. */
const LASTS_MS = 25;
/** So many clients that wait for their `250` on average are none of a flood, and so many are all of one. */
const FEW_WAITING = 5;
const FLOOD_WAITING = 10;
/** What ended this long ago counts a third in that average, and one that takes longer counts no more. */
const MEMORY_MS = 100;

/**
 * Knows whether SMTP clients are waiting for their `250`; if so, parsing, for which nobody waits, lets them go first.
 */
@Injectable()
export class AcceptancePressure {
  #accepting = 0;
  #highUntil = -Infinity;
  /** Milliseconds that clients waited of late, each weighed by its age. */
  #waitedMs = 0;
  #weighedAt = -Infinity;

  /** Counts a message while it is made durable, and since its client began to send it, which its id says. */
  async during<Result>(rawId: string, accept: () => Promise<Result>): Promise<Result> {
    this.#accepting += 1;
    this.#note();
    try {
      return await accept();
    } finally {
      this.#note();
      this.#accepting -= 1;
      this.#waitedMs = this.#waitedNow() + Math.min(MEMORY_MS, Math.max(0, Date.now() - timeOfUuid(rawId)));
      this.#weighedAt = performance.now();
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

  /** How much of a flood comes, from 0 to 1, by the number of clients that wait at once (Little's law). */
  get flood(): number {
    const waiting = this.#waitedNow() / MEMORY_MS;
    return Math.min(1, Math.max(0, (waiting - FEW_WAITING) / (FLOOD_WAITING - FEW_WAITING)));
  }

  #waitedNow(): number {
    return this.#waitedMs * Math.exp((this.#weighedAt - performance.now()) / MEMORY_MS);
  }
}
