import { describe, expect, it } from '@jest/globals';
import { loadMailboxApiConfig } from './config.js';

const load = (env: Record<string, string>) => {
  const problems: string[] = [];
  return { ...loadMailboxApiConfig(env, (problem) => problems.push(problem)), problems };
};

describe('RATE_LIMIT_RPS and RATE_LIMIT_BURST', () => {
  it('are 50 and 100 where nobody says otherwise', () => {
    expect(load({}).rateLimit).toEqual({ requestsPerSecond: 50, burst: 100 });
  });

  it('turn each other off as 0, and a burst is twice the rate where it is not said', () => {
    expect(load({ RATE_LIMIT_RPS: '0' }).rateLimit).toBeNull();
    expect(load({ RATE_LIMIT_BURST: '0' }).rateLimit).toBeNull();
    expect(load({ RATE_LIMIT_RPS: '7' }).rateLimit).toEqual({ requestsPerSecond: 7, burst: 14 });
    expect(load({ RATE_LIMIT_RPS: '7', RATE_LIMIT_BURST: '3' }).rateLimit).toEqual({ requestsPerSecond: 7, burst: 3 });
  });

  it.each(['-1', '1.5', 'many', '1000001', '1e3'])('can not be "%s"', (text) => {
    for (const name of ['RATE_LIMIT_RPS', 'RATE_LIMIT_BURST']) {
      expect(load({ [name]: text }).problems).toEqual([expect.stringContaining(`${name} must be`)]);
    }
  });
});
