import { Injectable, Optional } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { RateLimitOptions } from './rate-limit.options.js';

/** Failed sign-ins of one address in one window, before it has to wait for the next. */
const MAX_FAILURES = 100;
const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 10_000;

/**
 * Slows down whoever guesses tokens: a bound of this process alone, by client address. Tokens that worked here before are
 * not held up by it, so that nobody locks out a neighbour behind the same address for long.
 */
@Injectable()
export class SignInLimiter {
  readonly #failures = new Map<string, number>();
  readonly #enabled: boolean;
  #windowEndsAt = 0;

  constructor(@Optional() options: RateLimitOptions = new RateLimitOptions(null, () => {})) {
    this.#enabled = options.limit !== null;
  }

  /** @throws rate_limited */
  requireRoom(address: string): void {
    const now = performance.now();
    if (now >= this.#windowEndsAt || (this.#failures.get(address) ?? 0) < MAX_FAILURES) return;
    throw new DomainError('rate_limited', 'Too many sign-ins from this address have failed.', {
      fix: 'Check the token, and wait before trying again.',
      retryAfterSeconds: Math.ceil((this.#windowEndsAt - now) / 1_000),
    });
  }

  countFailure(address: string): void {
    if (!this.#enabled) return;
    const now = performance.now();
    if (now >= this.#windowEndsAt) {
      this.#failures.clear();
      this.#windowEndsAt = now + WINDOW_MS;
    }
    // An attack from more addresses than that is not slowed down by counting them.
    if (this.#failures.size < MAX_ADDRESSES || this.#failures.has(address)) {
      this.#failures.set(address, (this.#failures.get(address) ?? 0) + 1);
    }
  }
}
