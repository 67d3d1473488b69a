import { networkInterfaces } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { isOwnAddress, isReachable } from './reachable-address.js';

describe('an address', () => {
  it.each(['8.8.8.8', '172.32.0.1', '100.63.0.1', '2606:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8'])(
    'on the public Internet can be delivered to: %s',
    (address) => expect(isReachable(address, 'none')).toBe(true),
  );

  it.each([
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '168.63.129.16',
    '198.18.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'ff02::1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    '::ffff:10.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    'no address',
  ])('that is none of those can not: %s', (address) => expect(isReachable(address, 'none')).toBe(false));

  it('of this machine or a private network can be, where the operator says so', () => {
    expect(['127.0.0.2', '::1', '::ffff:127.0.0.1'].every((address) => isReachable(address, 'loopback'))).toBe(true);
    expect(isReachable('10.0.0.1', 'loopback')).toBe(false);
    expect(isReachable('10.0.0.1', 'all')).toBe(true);
    expect(isReachable('no address', 'all')).toBe(false);
  });

  it('is our own where an interface has it that is not the loopback', () => {
    const entries = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    for (const { address, internal } of entries) expect(isOwnAddress(address)).toBe(!internal);
    expect(isOwnAddress('192.0.2.77')).toBe(false);
  });
});
