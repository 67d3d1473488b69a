import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

type Network = { readonly address: string; readonly prefix: number };

/** Finds the clients' addresses as reported by trusted proxies; by default no proxy is trusted. */
export class ClientAddresses {
  readonly #proxies = new BlockList();

  constructor(trustedProxies: readonly Network[] = []) {
    for (const { address, prefix } of trustedProxies) this.#proxies.addSubnet(address, prefix, familyOf(address));
  }

  /**
   * Returns the last address on the way here that is not a trusted proxy; anyone could have written those before it.
   */
  of(request: IncomingMessage): string {
    const peer = plain(request.socket.remoteAddress ?? '');
    if (!this.#trusts(peer)) return peer;
    const forwarded = forwardedAddresses(request);
    if (forwarded === null) return peer;
    let address = peer;
    for (const next of forwarded.reverse()) {
      if (isIP(next) === 0) return address;
      address = next;
      if (!this.#trusts(address)) break;
    }
    return address;
  }

  #trusts(address: string): boolean {
    return isIP(address) !== 0 && this.#proxies.check(address, familyOf(address));
  }
}

const familyOf = (address: string) => (isIP(address) === 6 ? ('ipv6' as const) : ('ipv4' as const));

/** Gives an IPv4 client of a dual-stack socket its IPv4 address. */
function plain(address: string): string {
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address) ? address.slice(7) : address;
}

/**
 * The addresses that `X-Forwarded-For` or `Forwarded` (RFC 7239) lists, nearest last. Null if both are present and end
 * differently: a proxy writes one of them and passes on the other as its client sent it, and we don't know which.
 */
function forwardedAddresses(request: IncomingMessage): string[] | null {
  const plainList = listed(request, 'x-forwarded-for').map(withoutPort);
  const forwarded = listed(request, 'forwarded').map((element) => {
    const [, quoted, bare] = /(?:^|;)\s*for=(?:"([^"]*)"|([^;\s]*))/i.exec(element) ?? [];
    return withoutPort(quoted ?? bare ?? '');
  });
  if (plainList.length === 0) return forwarded;
  return forwarded.length === 0 || forwarded.at(-1) === plainList.at(-1) ? plainList : null;
}

function listed(request: IncomingMessage, name: string): string[] {
  const value = request.headers[name];
  const text = Array.isArray(value) ? value.join() : (value ?? '');
  return text === '' ? [] : text.split(',').map((part) => part.trim());
}

/** Reduces `192.0.2.1:80`, `[2001:db8::1]:80` and `[2001:db8::1]` to their address. */
function withoutPort(text: string): string {
  const [, inBrackets, v4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return plain(inBrackets ?? v4 ?? text);
}
