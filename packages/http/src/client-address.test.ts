import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { ClientAddresses } from './client-address.js';

const request = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;
const addresses = new ClientAddresses([
  { address: '10.0.0.0', prefix: 8 },
  { address: 'fd00::', prefix: 8 },
  { address: '192.0.2.9', prefix: 32 },
]);

describe("a client's address", () => {
  it.each<[string, string, Record<string, string>, string]>([
    ['is that of the connection', '198.51.100.1', {}, '198.51.100.1'],
    ['is not what a stranger says', '198.51.100.1', { 'x-forwarded-for': '203.0.113.5' }, '198.51.100.1'],
    ['is what a trusted proxy says', '10.1.2.3', { 'x-forwarded-for': '203.0.113.5' }, '203.0.113.5'],
    ['is known over a dual-stack socket', '::ffff:10.1.2.3', { 'x-forwarded-for': '203.0.113.5' }, '203.0.113.5'],
    [
      'is the last that nobody trusts',
      '10.1.2.3',
      { 'x-forwarded-for': '1.1.1.1, 203.0.113.5, 192.0.2.9' },
      '203.0.113.5',
    ],
    ['is the first where all are trusted', '10.1.2.3', { 'x-forwarded-for': '10.0.0.7, 10.0.0.8' }, '10.0.0.7'],
    ['is that of the last proxy that says sense', '10.1.2.3', { 'x-forwarded-for': 'unknown, 10.0.0.8' }, '10.0.0.8'],
    [
      'is told by Forwarded too',
      'fd00::1',
      { forwarded: 'for=1.1.1.1, for="[2001:db8::5]:4711";proto=https' },
      '2001:db8::5',
    ],
    ['may have a port', '10.1.2.3', { 'x-forwarded-for': '203.0.113.5:1234' }, '203.0.113.5'],
    [
      'is the proxy where two headers contradict each other',
      '10.1.2.3',
      { 'x-forwarded-for': '203.0.113.5', forwarded: 'for=203.0.113.6' },
      '10.1.2.3',
    ],
  ])('%s', (_, peer, headers, expected) => expect(addresses.of(request(peer, headers))).toBe(expected));

  it('is told by nobody where no proxy is trusted', () => {
    expect(new ClientAddresses().of(request('10.1.2.3', { 'x-forwarded-for': '203.0.113.5' }))).toBe('10.1.2.3');
  });
});
