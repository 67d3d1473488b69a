import { describe, expect, it } from '@jest/globals';
import { RateLimitOptions } from './rate-limit.options.js';
import { SignInLimiter } from './sign-in.limiter.js';

const limiter = (limit: RateLimitOptions['limit'] = { requestsPerSecond: 1, burst: 1 }) =>
  new SignInLimiter(new RateLimitOptions(limit, () => {}));
const fail = (signIns: SignInLimiter, address: string, times: number) => {
  for (let time = 0; time < times; time += 1) signIns.countFailure(address);
};

describe('failed sign-ins', () => {
  it('make their address wait from the hundredth on, and no other', () => {
    const signIns = limiter();
    fail(signIns, '192.0.2.1', 99);
    expect(signIns.refusal('192.0.2.1')).toBeNull();
    fail(signIns, '192.0.2.1', 1);
    expect(signIns.refusal('192.0.2.1')).toMatchObject({ code: 'rate_limited' });
    expect(signIns.refusal('192.0.2.2')).toBeNull();
  });

  it('of an address that has to wait are looked up a few times, and no more than that at once', () => {
    const signIns = limiter();
    expect(Array.from({ length: 25 }, () => signIns.mayTryAnyway()).filter(Boolean)).toHaveLength(20);
  });

  it('are not counted where nothing is limited', () => {
    const signIns = limiter(null);
    fail(signIns, '192.0.2.1', 1_000);
    expect(signIns.refusal('192.0.2.1')).toBeNull();
  });
});
