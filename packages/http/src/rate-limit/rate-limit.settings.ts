import type { RateLimit } from '@mailroom/identity';

const DEFAULT_RATE = 50;
const MAX_RATE = 1_000_000;

/**
 * Reads RATE_LIMIT_RPS and RATE_LIMIT_BURST, which is twice the former by default; if either is 0, the limit is off.
 */
export function readRateLimit(
  env: Readonly<Record<string, string | undefined>>,
  complain: (problem: string) => void,
): RateLimit | null {
  const read = (name: string, otherwise: number): number => {
    const text = env[name];
    if (!text) return otherwise;
    const value = /^\d{1,7}$/.test(text) ? Number(text) : MAX_RATE + 1;
    if (value > MAX_RATE) complain(`${name} must be a number from 0 to ${MAX_RATE}, not "${text}".`);
    return value;
  };
  const requestsPerSecond = read('RATE_LIMIT_RPS', DEFAULT_RATE);
  const burst = read('RATE_LIMIT_BURST', 2 * requestsPerSecond);
  return requestsPerSecond === 0 || burst === 0 ? null : { requestsPerSecond, burst };
}
