import { expect, it } from '@jest/globals';
import { DeliveryShares } from './delivery-shares.js';

it('asks again for a share that was used up when a good part of it is free', () => {
  const shares = new DeliveryShares(64);
  for (let begun = 0; begun < 32; begun += 1) shares.begin('a');
  expect(shares.now()).toEqual({ tenantIds: ['a'], rooms: [0], otherwise: 16 });
  expect(shares.end('a')).toBe(false);
  shares.begin('a');
  shares.claimed(shares.now(), new Map());
  expect(shares.isBehind('a')).toBe(true);
  const ends = Array.from({ length: 12 }, () => shares.end('a'));
  expect([ends[0], ends.at(-1)]).toEqual([false, true]);
  shares.claimed(shares.now(), new Map([['a', 1]]));
  expect(shares.isBehind('a')).toBe(false);
});
