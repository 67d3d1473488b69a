import { describe, expect, it } from '@jest/globals';
import { isLoopback, networkOf, SINGLE_CLIENT } from './client-network.js';

describe('the network of a client', () => {
  it.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['::ffff:192.0.2.77', '192.0.2.0/24'],
    ['::ffff:c000:24d', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '::/64'],
    ['', ''],
  ])('of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));

  it.each([
    ['192.0.2.77', '192.0.2.77/32'],
    ['::ffff:192.0.2.77', '192.0.2.77/32'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ])('of %s is %s where each address of IPv4 counts by itself', (address, network) => {
    expect(networkOf(address, SINGLE_CLIENT)).toBe(network);
  });

  it.each([
    ['127.0.0.1', true],
    ['127.1.2.3', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.1', false],
    ['128.0.0.1', false],
    ['', false],
  ])('of %s is loopback: %s', (address, is) => expect(isLoopback(address)).toBe(is));
});
