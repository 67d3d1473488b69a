import { isIPv4, isIPv6, SocketAddress } from 'node:net';

export type Endpoint = { readonly address: string; readonly port: number };

/**
 * What the first bytes of a connection say. `client` is null where the proxy speaks for itself, as in a health check, or
 * does not know its client: then the connection's own address counts.
 */
export type ProxyHeader = 'incomplete' | 'malformed' | { readonly length: number; readonly client: Endpoint | null };

const V1_PREFIX = Buffer.from('PROXY ');
/** The longest line that version 1 can have, with its CRLF (PROXY protocol §2.1). */
const V1_MAX_LENGTH = 107;
const V1_TCP = /^PROXY TCP(?:4|6) (\S+) (\S+) (0|[1-9]\d{0,4}) (0|[1-9]\d{0,4})$/;
const V1_UNKNOWN = /^PROXY UNKNOWN(?: .*)?$/;

const V2_SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const V2_FIXED_LENGTH = 16;
/** Addresses and TLVs after the fixed part; balancers in use send some hundred bytes at most. */
const V2_MAX_REST = 4_096;
/** Octets of both addresses and both ports, by family and transport (§2.2); other ones give no IP address over TCP. */
const V2_ADDRESSES = new Map([
  [0x11, 12],
  [0x21, 36],
]);
const V2_WITHOUT_CLIENT = [0x00, 0x12, 0x22, 0x31, 0x32];

/** Reads a header of the PROXY protocol, version 1 or 2, from the first bytes that came; more may follow it. */
export function readProxyHeader(bytes: Buffer): ProxyHeader {
  if (beginAlike(bytes, V2_SIGNATURE)) return readVersion2(bytes);
  if (beginAlike(bytes, V1_PREFIX)) return readVersion1(bytes);
  return 'malformed';
}

/** IPv4 clients of a dual-stack listener look like `::ffff:192.0.2.1`. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

function beginAlike(bytes: Buffer, start: Buffer): boolean {
  const length = Math.min(bytes.length, start.length);
  return bytes.compare(start, 0, length, 0, length) === 0;
}

function readVersion1(bytes: Buffer): ProxyHeader {
  const end = bytes.subarray(0, V1_MAX_LENGTH).indexOf('\r\n');
  if (end === -1) return bytes.length < V1_MAX_LENGTH ? 'incomplete' : 'malformed';
  const line = bytes.toString('latin1', 0, end);
  const length = end + 2;
  if (V1_UNKNOWN.test(line)) return { length, client: null };
  const [, source = '', destination = '', sourcePort, destinationPort] = V1_TCP.exec(line) ?? [];
  const isAddress = line.startsWith('PROXY TCP4') ? isIPv4 : isPlainIPv6;
  const port = Number(sourcePort);
  const fits = isAddress(source) && isAddress(destination) && port <= 65_535 && Number(destinationPort) <= 65_535;
  return fits ? { length, client: { address: canonical(source), port } } : 'malformed';
}

/** A zone means something to the proxy alone. */
function isPlainIPv6(text: string): boolean {
  return isIPv6(text) && !text.includes('%');
}

function readVersion2(bytes: Buffer): ProxyHeader {
  // Version and command: LOCAL is 0, PROXY is 1.
  const command = bytes[V2_SIGNATURE.length];
  if (command !== undefined && command !== 0x20 && command !== 0x21) return 'malformed';
  if (bytes.length < V2_FIXED_LENGTH) return 'incomplete';
  const rest = bytes.readUInt16BE(14);
  if (rest > V2_MAX_REST) return 'malformed';
  const length = V2_FIXED_LENGTH + rest;
  if (bytes.length < length) return 'incomplete';
  if (command === 0x20) return { length, client: null };
  const client = clientOfVersion2(bytes.subarray(13, length));
  return client === 'malformed' ? client : { length, client };
}

/** Reads family and transport, the length, and the addresses. What follows these, TLVs, is skipped. */
function clientOfVersion2(bytes: Buffer): Endpoint | null | 'malformed' {
  const family = bytes.readUInt8(0);
  if (V2_WITHOUT_CLIENT.includes(family)) return null;
  const size = V2_ADDRESSES.get(family);
  const addresses = bytes.subarray(3);
  if (size === undefined || addresses.length < size) return 'malformed';
  if (family === 0x11) {
    return { address: addresses.subarray(0, 4).join('.'), port: addresses.readUInt16BE(8) };
  }
  const groups = Array.from({ length: 8 }, (_, index) => addresses.readUInt16BE(2 * index).toString(16));
  return { address: canonical(groups.join(':')), port: addresses.readUInt16BE(32) };
}

/** One client has one spelling, by which it is counted. */
function canonical(address: string): string {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  return plainAddress(new SocketAddress({ address, family }).address);
}
