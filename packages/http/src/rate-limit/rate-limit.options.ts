import type { RateLimit } from '@mailroom/identity';

/** How many requests each principal may make; null admits everything. */
export class RateLimitOptions {
  constructor(
    readonly limit: RateLimit | null,
    readonly onError: (error: unknown) => void,
  ) {}
}
