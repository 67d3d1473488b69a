import { describe, expect, it } from '@jest/globals';
import { parseRetryAfter, retryDelaySeconds } from './retry-schedule.js';

const middle = () => 0.5;

describe('the retry schedule', () => {
  it('is 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 10 h, and then there is no more', () => {
    const delays = Array.from({ length: 8 }, (_, index) => retryDelaySeconds(index + 1, null, middle));
    expect(delays).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 36_000, null]);
  });

  it('spreads each delay by a tenth to both sides', () => {
    expect(retryDelaySeconds(2, null, () => 0)).toBe(270);
    expect(retryDelaySeconds(2, null, () => 1)).toBeCloseTo(330);
  });

  it('waits as long as the endpoint asks for, never less than the schedule and never more than a day', () => {
    expect(retryDelaySeconds(1, 3_600, middle)).toBe(3_600);
    expect(retryDelaySeconds(2, 1, middle)).toBe(300);
    expect(retryDelaySeconds(1, 10 ** 9, middle)).toBe(86_400);
    expect(retryDelaySeconds(8, 3_600, middle)).toBeNull();
  });

  it('reads retry-after as seconds or as a date, and ignores the rest', () => {
    const now = new Date('2026-11-21T00:00:00Z');
    expect(parseRetryAfter('120', now)).toBe(120);
    expect(parseRetryAfter('Sat, 21 Nov 2026 00:01:00 GMT', now)).toBe(60);
    expect(parseRetryAfter('Fri, 20 Nov 2026 00:00:00 GMT', now)).toBe(0);
    for (const header of [undefined, '', 'soon', '-5', '1e3', '9'.repeat(400)]) {
      expect([header, parseRetryAfter(header, now)]).toEqual([header, null]);
    }
  });
});
