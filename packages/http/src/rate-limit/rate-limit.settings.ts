import { readNumber, type Complain, type Environment } from '@mailroom/errors';
import type { RateLimit } from '@mailroom/identity';

const DEFAULT_RATE = 50;
const MAX_RATE = 1_000_000;

/**
 * Reads RATE_LIMIT_RPS and RATE_LIMIT_BURST, which is twice the former by default; if either is 0, the limit is off.
 */
export function readRateLimit(env: Environment, complain: Complain): RateLimit | null {
  const read = (name: string, otherwise: number) => readNumber(env, name, { max: MAX_RATE, otherwise }, complain);
  const requestsPerSecond = read('RATE_LIMIT_RPS', DEFAULT_RATE);
  const burst = read('RATE_LIMIT_BURST', 2 * requestsPerSecond);
  return requestsPerSecond === 0 || burst === 0 ? null : { requestsPerSecond, burst };
}
