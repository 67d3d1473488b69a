import { describe, expect, it } from '@jest/globals';
import { isAllowedAddress } from './address.js';

const isPublic = ['8.8.8.8', '1.1.1.1', '93.184.215.14', '100.63.255.255', '100.128.0.1', '11.0.0.1', '9.255.255.255'];
isPublic.push('126.255.255.255', '128.0.0.1', '169.253.1.1', '169.255.1.1', '172.15.255.255', '172.32.0.1');
isPublic.push('192.167.255.255', '192.169.0.1', '198.17.255.255', '198.20.0.1', '198.51.99.1', '203.0.112.1');
isPublic.push('223.255.255.255', '168.63.129.15', '2606:4700::1111', '2a00:1450:4001::200e', '2606:2800:21f:cb07::1');
isPublic.push('::ffff:8.8.8.8', '::ffff:808:808', '2400:cb00::1', '2001:4860:4860::8888', '2c0f:fb50::1');

const isLoopback = ['127.0.0.1', '127.0.0.2', '127.255.255.254', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'];
isLoopback.push('0:0:0:0:0:0:0:1', '::1%lo');

const isPrivate: Readonly<Record<string, readonly string[]>> = {
  unspecified: ['0.0.0.0', '::', '0:0:0:0:0:0:0:0', '::ffff:0.0.0.0'],
  'this network': ['0.0.0.1', '0.1.2.3', '0.255.255.255'],
  'private (RFC 1918)': [
    '10.0.0.0',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.255.255',
  ],
  'carrier-grade NAT': ['100.64.0.1', '100.100.100.200', '100.127.255.255'],
  'link-local, where clouds keep their metadata': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'febf::1', 'FE80::A'],
  'link-local with a zone': ['fe80::1%eth0', 'fe80::1%1', 'fe80::a9fe:a9fe%25'],
  'the metadata host of Azure': ['168.63.129.16', '::ffff:168.63.129.16'],
  'protocol assignments': ['192.0.0.1', '192.0.0.170', '192.0.0.192'],
  'relays and sinks that nobody is behind': ['192.88.99.1', '192.31.196.1', '192.52.193.1', '192.175.48.1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.9', '2001:db8::1', '3fff::1', '3fff:fff::1'],
  benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1', 'ff01::1'],
  reserved: ['240.0.0.1', '254.255.255.255', '255.255.255.255'],
  'unique-local': ['fc00::1', 'fd00:ec2::254', 'fdff::1'],
  'site-local, deprecated': ['fec0::1', 'feff::1'],
  'mapped private IPv4': ['::ffff:10.0.0.1', '::ffff:a00:1', '::ffff:169.254.169.254', '::FFFF:C0A8:1'],
  'IPv4-compatible': ['::10.0.0.1', '::7f00:1', '::8.8.8.8', '0::8.8.8.8', '0:0:0:0:0:0:8.8.8.8'],
  'translated IPv4 (SIIT)': ['::ffff:0:7f00:1', '::ffff:0:10.0.0.1'],
  'NAT64, whatever it leads to': ['64:ff9b::a00:1', '64:ff9b::127.0.0.1', '64:ff9b::8.8.8.8', '64:ff9b::a9fe:a9fe'],
  'local NAT64': ['64:ff9b:1::a00:1', '64:ff9b:1:ffff::1'],
  '6to4, whatever it leads to': ['2002:7f00:1::', '2002:a00:1::1', '2002:808:808::1'],
  Teredo: ['2001::1', '2001:0:7f00:1::', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'identifiers that are routed nowhere': ['2001:10::1', '2001:20::1', '2001:30::1', '5f00::1', '100::1'],
  'not handed out': ['1000::1', '4000::1', '8000::1', 'e000::1'],
};

/** The ways in which a URL may spell them; its parser returns the address. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  decimal: ['2130706433', '167772161', '2852039166', '3232235521'],
  octal: ['0177.0.0.1', '012.0.0.1', '0300.0250.0.1', '017700000001'],
  hexadecimal: ['0x7f.0.0.1', '0xa000001', '0xA9.0xFE.0xA9.0xFE', '0x7f000001'],
  short: ['127.1', '10.1', '192.168.1', '0', '0x7f.1', '127.0.1'],
  'with a dot at its end': ['127.0.0.1.', '10.0.0.1.'],
  'in other digits': ['①②⑦.0.0.1', '１０.0.0.1'],
  bracketed: ['[::1]', '[::ffff:127.0.0.1]', '[0:0:0:0:0:ffff:a00:1]', '[::ffff:a9fe:a9fe]', '[64:ff9b::10.0.0.1]'],
};

const none = ['', ' ', 'example.com', 'localhost', '127.1', '0x7f.1', '2130706433', '0177.0.0.1', '1.2.3', '1.2.3.4.5'];
none.push('256.1.1.1', '::g', '[::1]', '10.0.0.1 ', '10.0.0.1:80', '8.8.8.8/8', ':::', '１０.0.0.1');

const rows = (table: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(table).flatMap(([what, texts]) => texts.map((text) => [what, text] as const));
/** Whether each is allowed with `none`, `loopback` and `all`. */
const judge = (text: string) => (['none', 'loopback', 'all'] as const).map((mode) => isAllowedAddress(text, mode));

describe('an address', () => {
  it.each(isPublic)('on the public Internet is always allowed: %s', (text) =>
    expect(judge(text)).toEqual([true, true, true]),
  );

  it.each(isLoopback)('of this machine is allowed where the operator says so: %s', (text) =>
    expect(judge(text)).toEqual([false, true, true]),
  );

  it.each(rows(isPrivate))('that is private is allowed only where all are: %s, %s', (_what, text) =>
    expect(judge(text)).toEqual([false, false, true]),
  );

  it.each(rows(spellings))('is refused however a URL spells it: %s, %s', (_what, text) => {
    const host = new URL(`http://${text}/`).hostname.replace(/^\[|\]$/g, '');
    expect(judge(host)).toEqual([false, expect.any(Boolean), true]);
  });

  it.each(none)('is one in its own spelling alone: "%s"', (text) => expect(judge(text)).toEqual([false, false, false]));

  it('was tried in more than a hundred forms', () => {
    const all = [...isPublic, ...isLoopback, ...rows(isPrivate), ...rows(spellings), ...none];
    expect(all.length).toBeGreaterThan(150);
  });
});
