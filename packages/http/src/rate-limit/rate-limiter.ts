import { Injectable, Optional } from '@nestjs/common';
import { RateLimitRepository, type RateLimit } from '@mailroom/identity';
import { RateLimitOptions } from './rate-limit.options.js';

/** How much all replicas together may admit in excess, as a fraction of the burst. */
const OVER_ADMISSION = 0.05;
/** The shortest time between two looks at an empty bucket. */
const MIN_DENIAL_MS = 20;
const MAX_DENIAL_MS = 1_000;
const MAX_QUOTAS = 10_000;

/** Whether a request is admitted, and what the headers say about its principal's quota. */
export type Verdict = {
  readonly admitted: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly retryAfterSeconds: number;
};

/** What this process knows about one principal's quota. Times are in milliseconds of the process's own clock. */
type Quota = {
  /** The requests left in the current slice. */
  left: number;
  expiresAt: number;
  /** The requests left in the shared bucket when it was last read. */
  shared: number;
  deniedUntil: number;
  waiting: ((admitted: boolean) => void)[];
  asking: boolean;
  /** The requests during this slice and during the one before it. */
  demand: number;
  lastDemand: number;
  countedSince: number;
};

/**
 * Admits requests out of slices that are taken from a bucket in the database: one query serves all requests that wait,
 * and those to come in the slice's life. A slice is spent within `lifetimeMs` or lost, so in any stretch of time the
 * replicas admit no more than the bucket gave in it and in one lifetime before it: burst + rate × time, and 5 % of the
 * burst.
 */
@Injectable()
export class RateLimiter {
  readonly #limit: RateLimit | null;
  readonly #quotas = new Map<string, Quota>();

  constructor(
    private readonly buckets: RateLimitRepository,
    @Optional() private readonly options: RateLimitOptions = new RateLimitOptions(null, () => {}),
  ) {
    this.#limit = this.options.limit;
  }

  get limit(): RateLimit | null {
    return this.#limit;
  }

  /** Returns null if there is no limit. While the database is down everything is admitted: it can do no harm then. */
  async take(principalId: string): Promise<Verdict | null> {
    if (this.#limit === null) return null;
    const quota = this.#quota(principalId);
    const admitted = await this.#admit(principalId, quota, this.#limit);
    return verdict(admitted, quota, this.#limit);
  }

  #admit(principalId: string, quota: Quota, limit: RateLimit): boolean | Promise<boolean> {
    const now = performance.now();
    count(quota, now, lifetimeMs(limit));
    if (quota.left > 0 && now < quota.expiresAt) {
      quota.left -= 1;
      return true;
    }
    if (now < quota.deniedUntil) return false;
    return new Promise((resolve) => {
      quota.waiting.push(resolve);
      if (!quota.asking) void this.#ask(principalId, quota, limit);
    });
  }

  async #ask(principalId: string, quota: Quota, limit: RateLimit): Promise<void> {
    quota.asking = true;
    while (quota.waiting.length > 0) {
      const group = quota.waiting.splice(0);
      try {
        await this.#serve(principalId, quota, group, limit);
      } catch (error) {
        this.options.onError(error);
        for (const resolve of group) resolve(true);
      }
    }
    // This runs in the same turn as the last look at those who wait; one that came in between would wait for ever.
    quota.asking = false;
  }

  /** Asks once for all that wait, and for as many as are likely to arrive while the slice is valid. */
  async #serve(principalId: string, quota: Quota, group: Quota['waiting'], limit: RateLimit): Promise<void> {
    const ahead = Math.min(quota.lastDemand, Math.floor(limit.burst * OVER_ADMISSION));
    const takenAt = performance.now();
    const { granted, left } = await this.buckets.take(principalId, group.length + ahead, limit);
    quota.shared = left;
    quota.left = Math.max(0, granted - group.length);
    quota.expiresAt = takenAt + lifetimeMs(limit);
    if (granted < group.length) {
      const emptyMs = ((1 - left) / limit.requestsPerSecond) * 1_000;
      quota.deniedUntil = performance.now() + Math.min(MAX_DENIAL_MS, Math.max(MIN_DENIAL_MS, emptyMs));
    }
    for (const [index, resolve] of group.entries()) resolve(index < granted);
  }

  #quota(principalId: string): Quota {
    const known = this.#quotas.get(principalId);
    if (known) return known;
    if (this.#quotas.size >= MAX_QUOTAS) this.#forgetIdle();
    const quota: Quota = {
      left: 0,
      expiresAt: 0,
      shared: 0,
      deniedUntil: 0,
      waiting: [],
      asking: false,
      demand: 0,
      lastDemand: 0,
      countedSince: 0,
    };
    this.#quotas.set(principalId, quota);
    return quota;
  }

  #forgetIdle(): void {
    const now = performance.now();
    for (const [principalId, { asking, expiresAt, deniedUntil }] of this.#quotas) {
      if (!asking && expiresAt < now && deniedUntil < now) this.#quotas.delete(principalId);
    }
  }
}

/** How long a slice is valid: the time in which the bucket gains what may be admitted in excess. */
function lifetimeMs({ requestsPerSecond, burst }: RateLimit): number {
  return ((OVER_ADMISSION * burst) / requestsPerSecond) * 1_000;
}

function count(quota: Quota, now: number, windowMs: number): void {
  const elapsed = now - quota.countedSince;
  if (elapsed >= windowMs) {
    quota.lastDemand = elapsed < 2 * windowMs ? quota.demand : 0;
    quota.demand = 0;
    quota.countedSince = now;
  }
  quota.demand += 1;
}

function verdict(admitted: boolean, { left, shared }: Quota, { requestsPerSecond, burst }: RateLimit): Verdict {
  const remaining = admitted ? Math.min(burst, left + Math.floor(shared)) : 0;
  const resetSeconds = Math.ceil((burst - remaining) / requestsPerSecond);
  const retryAfterSeconds = Math.max(1, Math.ceil((1 - Math.min(shared, 1)) / requestsPerSecond));
  return { admitted, remaining, resetSeconds, retryAfterSeconds };
}
