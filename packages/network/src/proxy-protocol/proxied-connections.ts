import { BlockList, isIP, type Socket } from 'node:net';
import type { Network } from '../networks.setting.js';
import { plainAddress, readProxyHeader, type Endpoint } from './proxy-header.js';
import { withoutHeader } from './proxy-protocol-metrics.js';

/** A proxy sends its header with the first packet; this covers one that is lost, and its repetition. */
const DEADLINE_MS = 5_000;

/**
 * Whose connections these are. Those from the given networks must begin with a header of the PROXY protocol, which says
 * it; on others such a header is input like any other.
 */
export class ProxiedConnections {
  readonly #proxies = new BlockList();
  readonly #waiting = new Set<Socket>();

  constructor(
    proxies: readonly Network[],
    private readonly deadlineMs = DEADLINE_MS,
  ) {
    for (const { address, prefix } of proxies) this.#proxies.addSubnet(address, prefix, familyOf(address));
  }

  /**
   * Gives the client of a connection to `take`, at once where no header is expected. A connection whose header is late
   * or malformed is dropped with nothing said. Nobody else may read from the socket before.
   */
  identify(socket: Socket, take: (client: Endpoint) => void): void {
    const { remoteAddress, remotePort } = socket;
    // Gone before it was accepted.
    if (remoteAddress === undefined || remotePort === undefined) return void socket.destroy();
    const peer = { address: plainAddress(remoteAddress), port: remotePort };
    if (!this.#proxies.check(peer.address, familyOf(peer.address))) return take(peer);
    this.#readHeader(socket, (client) => take(client ?? peer));
  }

  /** Drops the connections whose header has not come. */
  close(): void {
    for (const socket of this.#waiting) socket.destroy();
  }

  #readHeader(socket: Socket, take: (client: Endpoint | null) => void): void {
    let bytes: Buffer = Buffer.alloc(0);
    const finish = () => {
      clearTimeout(deadline);
      this.#waiting.delete(socket);
      socket.off('data', onData).off('end', drop).off('close', finish).off('error', ignore);
    };
    const refuse = () => {
      withoutHeader.inc();
      socket.destroy();
    };
    // A probe that connects and leaves is no failure.
    const drop = () => (bytes.length > 0 ? refuse() : socket.destroy());
    const onData = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      const header = readProxyHeader(bytes);
      if (header === 'incomplete') return;
      if (header === 'malformed') return refuse();
      finish();
      // Whoever reads next finds what follows the header, and nothing before it.
      socket.pause();
      if (bytes.length > header.length) socket.unshift(bytes.subarray(header.length));
      take(header.client);
      socket.resume();
    };
    const deadline = setTimeout(refuse, this.deadlineMs);
    this.#waiting.add(socket);
    socket.on('data', onData).on('end', drop).on('close', finish).on('error', ignore);
  }
}

const familyOf = (address: string) => (isIP(address) === 6 ? ('ipv6' as const) : ('ipv4' as const));

/** A broken connection is the client's affair; 'close' follows. */
const ignore = () => undefined;
