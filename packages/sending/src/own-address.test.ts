import { networkInterfaces } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { isOwnAddress } from './own-address.js';

describe('an address', () => {
  it('is our own where an interface has it that is not the loopback', () => {
    const entries = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    for (const { address, internal } of entries) expect(isOwnAddress(address)).toBe(!internal);
    expect(isOwnAddress('192.0.2.77')).toBe(false);
  });
});
