/** Seconds between the attempts; once they are used up, the delivery has failed. */
const DELAYS_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
const JITTER = 0.1;
const MAX_RETRY_AFTER_SECONDS = 86_400;
/** IMF-fixdate, the only form that is still sent (RFC 9110 §5.6.7). */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Returns the seconds until the next attempt after `attempts` that failed, with jitter, or null if there is none. An
 * endpoint that asks for more time (`retry-after`, in seconds) gets it, up to a day.
 */
export function retryDelaySeconds(
  attempts: number,
  retryAfterSeconds: number | null,
  random: () => number = Math.random,
): number | null {
  const delay = DELAYS_SECONDS[attempts - 1];
  if (delay === undefined) return null;
  const jittered = delay * (1 + JITTER * (2 * random() - 1));
  return Math.max(jittered, Math.min(retryAfterSeconds ?? 0, MAX_RETRY_AFTER_SECONDS));
}

/** Seconds from a `retry-after` header, which is a number or a date (RFC 9110 §10.2.3). */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const date = httpDate.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, (date - now.getTime()) / 1_000);
}
