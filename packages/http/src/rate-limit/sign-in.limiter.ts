import { Injectable, Optional } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { RateLimitOptions } from './rate-limit.options.js';

/** Failed sign-ins of one address in one window, before it has to wait for the next. */
const MAX_FAILURES = 100;
const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 10_000;
/** Sign-ins that are looked up in a second though their addresses have to wait, of all addresses together. */
const TRIED_PER_SECOND = 20;

/**
 * Slows down whoever guesses tokens: a bound of this process alone, by client address. Tokens that worked here before are
 * not held up by it, and of the others some are looked up all the same: behind one address there may be everyone, when it
 * is a proxy's, and a token that is new to this replica must get in while another guesses.
 */
@Injectable()
export class SignInLimiter {
  readonly #failures = new Map<string, number>();
  readonly #enabled: boolean;
  #windowEndsAt = 0;
  #tried = 0;
  #triedSince = 0;

  constructor(@Optional() options: RateLimitOptions = new RateLimitOptions(null, () => {})) {
    this.#enabled = options.limit !== null;
  }

  /** What an address is told that has to wait; null where it need not. */
  refusal(address: string): DomainError | null {
    const now = performance.now();
    if (now >= this.#windowEndsAt || (this.#failures.get(address) ?? 0) < MAX_FAILURES) return null;
    return new DomainError('rate_limited', 'Too many sign-ins from this address have failed.', {
      fix: 'Check the token, and wait before trying again.',
      retryAfterSeconds: Math.ceil((this.#windowEndsAt - now) / 1_000),
    });
  }

  /** Whether a token of an address that has to wait is looked up nevertheless; one that fails is told to wait. */
  mayTryAnyway(): boolean {
    const now = performance.now();
    if (now - this.#triedSince >= 1_000) {
      this.#triedSince = now;
      this.#tried = 0;
    }
    this.#tried += 1;
    return this.#tried <= TRIED_PER_SECOND;
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
