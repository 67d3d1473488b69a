/** The number of messages being made durable at once from which clients hold each other up. */
const MANY = 3;
/** The state lasts this long, so that the pause between two commits does not look like its end. */
const LASTS_MS = 25;
/** About what a parser takes for a message, and for each KiB of it. */
const PARSE_MS = 0.75;
const PARSE_MS_PER_KIB = 0.14;
/** Mail that takes less than this share of the parsers' time can be parsed while more comes; beyond the other, it is a flood. */
const EASY_SHARE = 0.25;
const FLOOD_SHARE = 0.5;
/** What came this long ago counts a third in the rate at which mail comes. */
const MEMORY_MS = 250;

/**
 * Knows whether SMTP clients are waiting for their `250`; if so, parsing, for which nobody waits, lets them go first.
 */
export class AcceptancePressure {
  #accepting = 0;
  #highUntil = -Infinity;
  /** Milliseconds of parsing that came of late, each weighed by its age. */
  #demandMs = 0;
  #weighedAt = -Infinity;

  constructor(private readonly parsers: number) {}

  /** Counts a message of so many octets while it is made durable. */
  async during<Result>(octets: number, accept: () => Promise<Result>): Promise<Result> {
    this.#accepting += 1;
    this.#demandMs = this.#demandNow() + PARSE_MS + (PARSE_MS_PER_KIB * octets) / 1_024;
    this.#weighedAt = performance.now();
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

  /** How much of a flood comes, from 0, where parsers read it beside the rest of the work, to 1. */
  get flood(): number {
    const share = this.#demandNow() / MEMORY_MS / this.parsers;
    return Math.min(1, Math.max(0, (share - EASY_SHARE) / (FLOOD_SHARE - EASY_SHARE)));
  }

  /** Tells for how many milliseconds it has not been high; infinitely many if it never was. */
  get easedMs(): number {
    return this.isHigh ? 0 : performance.now() - this.#highUntil;
  }

  #demandNow(): number {
    return this.#demandMs * Math.exp((this.#weighedAt - performance.now()) / MEMORY_MS);
  }
}
