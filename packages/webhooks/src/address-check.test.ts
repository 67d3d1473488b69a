import { describe, expect, it } from '@jest/globals';
import { isAllowedAddress, resolveEndpoint } from './address-check.js';

const refusedEverywhere = [
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private 10/8', '10.0.0.1'],
  ['private 172.16/12', '172.31.255.255'],
  ['private 192.168/16', '192.168.1.1'],
  ['link-local, where clouds keep their metadata', '169.254.169.254'],
  ['carrier-grade NAT', '100.100.100.200'],
  ['the metadata host of Azure', '168.63.129.16'],
  ['protocol assignments', '192.0.0.192'],
  ['benchmarking', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['IPv6 unspecified', '::'],
  ['unique-local', 'fd00:ec2::254'],
  ['IPv6 link-local', 'fe80::1'],
  ['IPv6 link-local with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['IPv6 multicast', 'ff02::1'],
  ['mapped private IPv4', '::ffff:10.0.0.1'],
  ['mapped private IPv4 in hexadecimal', '::ffff:a00:1'],
  ['IPv4-compatible IPv6', '::10.0.0.1'],
  ['IPv4-compatible loopback', '::7f00:1'],
  ['translated IPv4', '::ffff:0:7f00:1'],
  ['NAT64', '64:ff9b::a00:1'],
  ['local NAT64', '64:ff9b:1::a00:1'],
  ['6to4', '2002:7f00:1::'],
  ['Teredo', '2001:0:7f00:1::'],
  ['documentation', '2001:db8::1'],
  ['unassigned IPv6', '1000::1'],
  ['no address', 'example.com'],
  ['nothing', ''],
] as const;

describe('an address', () => {
  it.each(refusedEverywhere)('is refused unless all are allowed: %s, %s', (_, address) => {
    expect(isAllowedAddress(address, 'none')).toBe(false);
    expect(isAllowedAddress(address, 'loopback')).toBe(false);
  });

  it.each(['127.0.0.1', '127.255.0.1', '::1', '::ffff:127.0.0.1'])(
    'of this machine is for loopback only: %s',
    (own) => {
      expect(isAllowedAddress(own, 'none')).toBe(false);
      expect(isAllowedAddress(own, 'loopback')).toBe(true);
      expect(isAllowedAddress(own, 'all')).toBe(true);
    },
  );

  it.each(['93.184.215.14', '::ffff:93.184.215.14', '2606:2800:21f:cb07::1', '172.32.0.1'])(
    'that is public is always allowed: %s',
    (address) => expect(isAllowedAddress(address, 'none')).toBe(true),
  );

  it('that is private is allowed where all are', () => expect(isAllowedAddress('10.0.0.1', 'all')).toBe(true));
});

describe('a name', () => {
  const first = { address: '93.184.215.14', family: 4 };

  it('with one private address among public ones is refused', async () => {
    const lookup = async () => [first, { address: '10.0.0.1', family: 4 }];
    await expect(resolveEndpoint('mixed.example', 'none', lookup)).rejects.toThrow(/private address/);
  });

  it('without any address is refused', async () => {
    await expect(resolveEndpoint('empty.example', 'none', async () => [])).rejects.toThrow(/could not be resolved/);
  });

  it('that does not resolve is refused without the words of the name server', async () => {
    const lookup = () => Promise.reject(new Error('queryA ENOTFOUND at 10.0.0.2'));
    await expect(resolveEndpoint('gone.example', 'none', lookup)).rejects.toThrow(
      /^The host name could not be resolved/,
    );
  });

  it('offers every address that it has, so that one family that is out of order is no failure', async () => {
    const addresses = [{ address: '2606:2800:21f:cb07::1', family: 6 }, first];
    expect(await resolveEndpoint('both.example', 'none', async () => addresses)).toEqual(addresses);
  });
});
