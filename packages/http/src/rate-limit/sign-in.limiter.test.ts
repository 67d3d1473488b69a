import { describe, expect, it } from '@jest/globals';
import { DomainError } from '@mailroom/errors';
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

  it('of an address that has to wait are looked up one after another, up to a thousand', async () => {
    const signIns = limiter();
    const refusal = new DomainError('rate_limited', 'Wait.');
    let [running, most] = [0, 0];
    const look = async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      throw new DomainError('invalid_token', 'No.');
    };
    const tries = Array.from({ length: 1_000 }, () => signIns.inTurn(refusal, look));
    await expect(signIns.inTurn(refusal, look)).rejects.toBe(refusal);
    expect(new Set((await Promise.allSettled(tries)).map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(most).toBe(1);
    expect(await signIns.inTurn(refusal, async () => 'in')).toBe('in');
  });

  it('are not counted where nothing is limited', () => {
    const signIns = limiter(null);
    fail(signIns, '192.0.2.1', 1_000);
    expect(signIns.refusal('192.0.2.1')).toBeNull();
  });
});
