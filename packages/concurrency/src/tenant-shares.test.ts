import { describe, expect, it } from '@jest/globals';
import { TenantShares } from './tenant-shares.js';

/** Begins as many deliveries as each tenant may, over and over, until nobody may begin another. */
function fill(shares: TenantShares, tenantIds: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (let changed = true; changed;) {
    changed = false;
    for (const tenantId of tenantIds) {
      if (shares.roomOf(tenantId) === 0) continue;
      shares.begin(tenantId);
      counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1);
      changed = true;
    }
  }
  return counts;
}

describe('the share of a tenant', () => {
  it('is half of all for one that is alone', () => {
    const shares = new TenantShares(256);
    expect(fill(shares, ['a']).get('a')).toBe(128);
    expect(shares.roomOf('b')).toBe(64);
    expect(shares.now()).toEqual({ tenantIds: ['a'], rooms: [0], otherwise: 64 });
  });

  it('is as much as those leave who are slow, however many they are', () => {
    const shares = new TenantShares(256);
    const slow = Array.from({ length: 15 }, (_, n) => `slow ${n}`);
    const counts = [...fill(shares, slow).values()];
    expect(Math.max(...counts)).toBeLessThanOrEqual(16);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(14);
    expect(shares.roomOf('new')).toBeGreaterThanOrEqual(8);
  });

  it('is never nothing for one that has none, as long as there is any', () => {
    const shares = new TenantShares(16);
    const slow = Array.from({ length: 15 }, (_, n) => `slow ${n}`);
    fill(shares, slow);
    expect(shares.roomOf('new')).toBe(1);
  });
});
