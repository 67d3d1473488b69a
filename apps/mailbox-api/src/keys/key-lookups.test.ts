import { describe, expect, it } from '@jest/globals';
import { ClientAddresses, RateLimitOptions } from '@mailroom/http';
import type { FastifyRequest } from 'fastify';
import { KeyLookups } from './key-lookups.js';

const from = (remoteAddress: string) =>
  ({ raw: { socket: { remoteAddress }, headers: {} } }) as unknown as FastifyRequest;
const lookups = (limit: RateLimitOptions['limit'] = { requestsPerSecond: 1, burst: 1 }) =>
  new KeyLookups(new ClientAddresses([]), new RateLimitOptions(limit, () => undefined));
const many = (count: KeyLookups, address: string, times: number) => {
  for (let time = 0; time < times; time += 1) count.count(from(address));
};

describe('lookups of keys', () => {
  it('are refused to a client that tries names, and to nobody else', () => {
    const counted = lookups();
    many(counted, '192.0.2.1', 300);
    expect(() => counted.count(from('192.0.2.1'))).toThrow(expect.objectContaining({ code: 'rate_limited' }));
    expect(() => counted.count(from('192.0.2.2'))).not.toThrow();
  });

  it('are counted within bounds, and not at all without limits', () => {
    const counted = lookups();
    for (let n = 0; n < 11_000; n += 1) counted.count(from(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`));
    expect(() => many(counted, '192.0.2.1', 400)).not.toThrow();
    expect(() => many(lookups(null), '192.0.2.1', 400)).not.toThrow();
  });
});
