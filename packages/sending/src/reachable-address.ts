import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Which addresses that are not public mail may be delivered to: none, those of this machine, or all. */
export type AllowPrivate = 'none' | 'loopback' | 'all';

/** What is no host on the public Internet (IANA's special-purpose registries, RFC 6890). */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Public by its number, but answered inside Azure's cloud.
  '168.63.129.16/32',
];
/** Inside of 2000::/3, which alone is handed out. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const loopback = blockList(['127.0.0.0/8'], ['::1/128']);
const special = blockList(SPECIAL_IPV4, SPECIAL_IPV6);
const globalUnicast = blockList([], ['2000::/3']);
/** `::ffff:0:0/96`, by which an IPv4 address is meant. */
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** Whether mail may be delivered to an address that the DNS of a stranger names. */
export function isReachable(text: string, allowPrivate: AllowPrivate): boolean {
  const address = MAPPED.exec(text)?.[1] ?? text;
  const version = isIP(address);
  if (version === 0) return false;
  if (allowPrivate === 'all') return true;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (loopback.check(address, family)) return allowPrivate === 'loopback';
  if (family === 'ipv6' && !globalUnicast.check(address, family)) return false;
  return !special.check(address, family);
}

/** Whether an address is one of this machine's own that others can reach it by. */
export function isOwnAddress(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return own.some((entry) => !entry.internal && entry.address === address);
}

function blockList(ipv4: readonly string[], ipv6: readonly string[]): BlockList {
  const list = new BlockList();
  const add = (subnet: string, family: 'ipv4' | 'ipv6') => {
    const [net = '', prefix] = subnet.split('/');
    list.addSubnet(net, Number(prefix), family);
  };
  for (const subnet of ipv4) add(subnet, 'ipv4');
  for (const subnet of ipv6) add(subnet, 'ipv6');
  return list;
}
