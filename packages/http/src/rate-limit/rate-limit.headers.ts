import type { RateLimit } from '@mailroom/identity';
import type { Verdict } from './rate-limiter.js';

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers: the policy's quota `q` and its window `w` in seconds, what remains
 * `r`, and the seconds `t` after which all of it is there again.
 */
export function rateLimitHeaders({ requestsPerSecond, burst }: RateLimit, verdict: Verdict): Record<string, string> {
  const windowSeconds = Math.max(1, Math.ceil(burst / requestsPerSecond));
  return {
    'ratelimit-policy': `"token";q=${burst};w=${windowSeconds}`,
    ratelimit: `"token";r=${verdict.remaining};t=${verdict.resetSeconds}`,
  };
}
