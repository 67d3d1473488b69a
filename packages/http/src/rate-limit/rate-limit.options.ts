import type { RateLimit } from '@mailroom/identity';

/** How much each token may ask; null admits everything. */
export class RateLimitOptions {
  constructor(
    readonly limit: RateLimit | null,
    readonly onError: (error: unknown) => void,
  ) {}
}
