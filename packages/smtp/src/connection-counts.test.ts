import { describe, expect, it } from '@jest/globals';
import { ConnectionCounts } from './connection-counts.js';

const open = () => new ConnectionCounts({ maxConnectionsPerClient: 2, maxConnectionsPerNetwork: 3 });

/** Counts how many of these are admitted. */
function admitted(counts: ConnectionCounts, addresses: readonly string[]): number {
  return addresses.filter((address) => {
    if (counts.isFull(address)) return false;
    counts.add(address);
    return true;
  }).length;
}

describe('connections', () => {
  it.each([
    ['one address', ['192.0.2.1', '192.0.2.1', '192.0.2.1'], 2],
    ['a /24 of IPv4', ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'], 3],
    ['two networks of IPv4', ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.3.4'], 4],
    ['a /64 of IPv6', ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8::4'], 2],
    ['two /64 of IPv6', ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'], 3],
    ['this host', ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'], 4],
    ['one address of this host', ['::1', '::1', '::1'], 2],
  ])('of %s are counted together', (_, addresses, count) => expect(admitted(open(), addresses)).toBe(count));

  it('are forgotten when they end', () => {
    const counts = open();
    for (let i = 0; i < 100; i += 1) {
      expect(admitted(counts, ['192.0.2.1', '2001:db8::1'])).toBe(2);
      counts.remove('192.0.2.1');
      counts.remove('2001:db8::1');
    }
  });
});
