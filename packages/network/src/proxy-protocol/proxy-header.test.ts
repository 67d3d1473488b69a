import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readProxyHeader } from './proxy-header.js';

const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');

/** A header of version 2; `length` is what it says of itself. */
function version2(command: number, family: number, rest: Buffer, length = rest.length): Buffer {
  return Buffer.concat([SIGNATURE, Buffer.from([command, family, length >> 8, length & 255]), rest]);
}

const v4 = Buffer.from([203, 0, 113, 7, 192, 0, 2, 1, 0x11, 0x47, 0, 25]);
const v6 = Buffer.concat([
  Buffer.from('20010db8000000000000000000000007', 'hex'),
  Buffer.from('20010db8000000000000000000000001', 'hex'),
  Buffer.from([0x11, 0x47, 0, 25]),
]);
const mapped = Buffer.concat([Buffer.from('00000000000000000000ffffcb007107', 'hex'), v6.subarray(16)]);
const tlvs = Buffer.from([0x03, 0, 4, 1, 2, 3, 4, 0x20, 0, 1, 0]);

const clientV4 = { address: '203.0.113.7', port: 4423 };
const clientV6 = { address: '2001:db8::7', port: 4423 };

const good: [string, Buffer, { address: string; port: number } | null][] = [
  ['version 1, TCP4', Buffer.from('PROXY TCP4 203.0.113.7 192.0.2.1 4423 25\r\n'), clientV4],
  ['version 1, TCP6', Buffer.from('PROXY TCP6 2001:DB8:0::7 2001:db8::1 4423 25\r\n'), clientV6],
  ['version 1, mapped IPv4', Buffer.from('PROXY TCP6 ::ffff:203.0.113.7 ::1 4423 25\r\n'), clientV4],
  ['version 1, UNKNOWN', Buffer.from('PROXY UNKNOWN\r\n'), null],
  ['version 1, UNKNOWN with addresses', Buffer.from('PROXY UNKNOWN ffff::1 ffff::2 65535 65535\r\n'), null],
  ['version 1, as long as can be', Buffer.from(`PROXY UNKNOWN ${'f'.repeat(91)}\r\n`), null],
  ['version 2, TCP over IPv4', version2(0x21, 0x11, v4), clientV4],
  ['version 2, TCP over IPv6', version2(0x21, 0x21, v6), clientV6],
  ['version 2, mapped IPv4', version2(0x21, 0x21, mapped), clientV4],
  ['version 2 with TLVs', version2(0x21, 0x11, Buffer.concat([v4, tlvs])), clientV4],
  ['version 2, as long as we read', version2(0x21, 0x11, Buffer.concat([v4, Buffer.alloc(4_084)])), clientV4],
  ['version 2, LOCAL', version2(0x20, 0x00, Buffer.alloc(0)), null],
  ['version 2, LOCAL with what is to be ignored', version2(0x20, 0x99, v4), null],
  ['version 2, unspecified family', version2(0x21, 0x00, tlvs), null],
  ['version 2, UNIX', version2(0x21, 0x31, Buffer.alloc(216)), null],
];

describe('a PROXY header', () => {
  it.each(good)('is read: %s', (_, header, client) => {
    expect(readProxyHeader(header)).toEqual({ length: header.length, client });
    expect(readProxyHeader(Buffer.concat([header, Buffer.from('EHLO x\r\n')]))).toEqual({
      length: header.length,
      client,
    });
  });

  it.each(good)('is incomplete up to its last byte: %s', (_, header) => {
    for (let end = 0; end < header.length; end += 1)
      expect(readProxyHeader(header.subarray(0, end))).toBe('incomplete');
  });

  it.each<[string, Buffer]>([
    ['another protocol', Buffer.from('E')],
    ['a header in lower case', Buffer.from('proxy')],
    ['a line that does not end', Buffer.from(`PROXY UNKNOWN ${'f'.repeat(93)}`)],
    ['one byte too many', Buffer.from(`PROXY UNKNOWN ${'f'.repeat(92)}\r\n`)],
    ['an unknown family', Buffer.from('PROXY UDP4 203.0.113.7 192.0.2.1 4423 25\r\n')],
    ['IPv6 as TCP4', Buffer.from('PROXY TCP4 2001:db8::7 2001:db8::1 4423 25\r\n')],
    ['IPv4 as TCP6', Buffer.from('PROXY TCP6 203.0.113.7 192.0.2.1 4423 25\r\n')],
    ['an address with a zone', Buffer.from('PROXY TCP6 fe80::1%eth0 fe80::2 4423 25\r\n')],
    ['an address in octal', Buffer.from('PROXY TCP4 0203.0.113.7 192.0.2.1 4423 25\r\n')],
    ['a bad destination', Buffer.from('PROXY TCP4 203.0.113.7 192.0.2 4423 25\r\n')],
    ['a port too high', Buffer.from('PROXY TCP4 203.0.113.7 192.0.2.1 65536 25\r\n')],
    ['a port with zeros', Buffer.from('PROXY TCP4 203.0.113.7 192.0.2.1 04423 25\r\n')],
    ['two spaces', Buffer.from('PROXY TCP4  203.0.113.7 192.0.2.1 4423 25\r\n')],
    ['more fields', Buffer.from('PROXY TCP4 203.0.113.7 192.0.2.1 4423 25 x\r\n')],
    ['fewer fields', Buffer.from('PROXY TCP4 203.0.113.7 192.0.2.1 4423\r\n')],
    ['version 3', version2(0x31, 0x11, v4).subarray(0, 13)],
    ['an unknown command', version2(0x22, 0x11, v4).subarray(0, 13)],
    ['an unknown family in version 2', version2(0x21, 0x41, v4)],
    ['addresses cut short', version2(0x21, 0x11, v4.subarray(0, 11))],
    ['IPv6 addresses cut short', version2(0x21, 0x21, v6.subarray(0, 35))],
    ['more than we read', version2(0x21, 0x11, v4, 4_097).subarray(0, 16)],
  ])('is malformed: %s', (_, header) => expect(readProxyHeader(header)).toBe('malformed'));

  it('never throws, and never changes its mind with the bytes that follow', () => {
    const prefix = fc.constantFrom(SIGNATURE, Buffer.from('PROXY '), Buffer.alloc(0));
    fc.assert(
      fc.property(prefix, fc.uint8Array({ maxLength: 200 }), fc.nat(200), (start, bytes, cut) => {
        const whole = Buffer.concat([start, bytes]);
        const early = readProxyHeader(whole.subarray(0, cut));
        if (early !== 'incomplete') expect(readProxyHeader(whole)).toEqual(early);
      }),
      { numRuns: 2_000 },
    );
  });
});
