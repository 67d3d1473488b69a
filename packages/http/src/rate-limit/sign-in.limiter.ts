import { Injectable, Optional } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { RateLimitOptions } from './rate-limit.options.js';

/** Failed sign-ins of one address in one window before it must wait for the next. */
const MAX_FAILURES = 100;
const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 10_000;
/** The limit on sign-ins that wait for their turn, for all addresses together. */
const MAX_WAITING = 1_000;

/**
 * Slows down anyone who guesses tokens, by client address and in this process alone. Tokens that have worked here
 * before are not delayed. Other tokens from such an address are looked up one after another: if it is a proxy's,
 * everyone may be behind it, and a token that is new to this replica must get in while someone else guesses.
 */
@Injectable()
export class SignInLimiter {
  readonly #failures = new Map<string, number>();
  readonly #enabled: boolean;
  #windowEndsAt = 0;
  #waiting = 0;
  #lastTurn: Promise<unknown> = Promise.resolve();

  constructor(@Optional() options: RateLimitOptions = new RateLimitOptions(null, () => {})) {
    this.#enabled = options.limit !== null;
  }

  /** The error for an address that must wait; null if it need not. */
  refusal(address: string): DomainError | null {
    const now = performance.now();
    if (now >= this.#windowEndsAt || (this.#failures.get(address) ?? 0) < MAX_FAILURES) return null;
    return new DomainError('rate_limited', 'Too many sign-ins from this address have failed.', {
      fix: 'Check the token, and wait before trying again.',
      retryAfterSeconds: Math.ceil((this.#windowEndsAt - now) / 1_000),
    });
  }

  /**
   * Looks up a token for an address that must wait, after those before it are done.
   * @throws refusal if too many wait
   */
  async inTurn<T>(refusal: DomainError, look: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MAX_WAITING) throw refusal;
    this.#waiting += 1;
    const turn = this.#lastTurn.then(look);
    this.#lastTurn = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
    }
  }

  countFailure(address: string): void {
    if (!this.#enabled) return;
    const now = performance.now();
    if (now >= this.#windowEndsAt) {
      this.#failures.clear();
      this.#windowEndsAt = now + WINDOW_MS;
    }
    // Counting can't slow down an attack from more addresses than this.
    if (this.#failures.size < MAX_ADDRESSES || this.#failures.has(address)) {
      this.#failures.set(address, (this.#failures.get(address) ?? 0) + 1);
    }
  }
}
