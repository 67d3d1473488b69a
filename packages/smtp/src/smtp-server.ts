import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Roster } from '@mailroom/concurrency';
import { ProxiedConnections, type Endpoint } from '@mailroom/network';
import { ConnectionCounts } from './connection-counts.js';
import { InFlightBudget } from './in-flight.budget.js';
import type { MailTransactions } from './mail-transactions.js';
import { SmtpConnection, type ConnectionContext } from './smtp-connection.js';
import { droppedIdle, openConnections, turnedAway } from './smtp-metrics.js';
import { formatReply, smtpReply } from './smtp-reply.js';
import type { SmtpServerOptions } from './smtp-server.options.js';
import { StartTls, type KeyPair } from './start-tls.js';

const MAX_HANDSHAKE_MS = 30_000;
const TOO_MANY_CONNECTIONS = formatReply(smtpReply(421, '4.7.0', 'Too many connections, try again later'));

/** An SMTP receiver (RFC 5321) that hands its mail to MailTransactions. */
export class SmtpServer {
  readonly #options: SmtpServerOptions;
  readonly #context: ConnectionContext;
  readonly #listener: Server;
  readonly #connections = new Roster<SmtpConnection>();
  readonly #counts: ConnectionCounts;
  readonly #proxied: ProxiedConnections;
  #onAllClosed: (() => void) | null = null;

  /** Throws where key and certificate of `options.tls` do not fit. */
  constructor(options: SmtpServerOptions, transactions: MailTransactions) {
    this.#options = options;
    this.#counts = new ConnectionCounts(options);
    this.#proxied = new ProxiedConnections(options.proxyProtocolFrom);
    const handshakeTimeoutMs = Math.min(options.idleTimeoutMs, MAX_HANDSHAKE_MS);
    const startTls = options.tls === null ? null : new StartTls({ ...options.tls, handshakeTimeoutMs });
    this.#context = { options, transactions, budget: new InFlightBudget(options.maxInFlightBytes), startTls };
    // Half-open: a client that closes its side behind its last command still gets every reply.
    this.#listener = createServer({ noDelay: true, allowHalfOpen: true }, (socket) =>
      this.#proxied.identify(socket, (client) => this.#onClient(socket, client)),
    );
  }

  /** Octets of message content held at the moment. */
  get inFlightBytes(): number {
    return this.#context.budget.usedBytes;
  }

  get connectionCount(): number {
    return this.#connections.size;
  }

  /** New handshakes use this pair. Throws where it does not fit, and then the one before stays. */
  renewCertificate(pair: KeyPair): void {
    this.#context.startTls?.renew(pair);
  }

  /** Resolves with the address bound; rejects where it can't be. Port 0 takes a free one. */
  async listen(host: string, port: number): Promise<AddressInfo> {
    await new Promise<void>((resolve, reject) => {
      this.#listener.once('error', reject);
      this.#listener.listen({ host, port }, () => {
        this.#listener.off('error', reject);
        resolve();
      });
    });
    this.#listener.on('error', (error) => this.#options.onError?.(error, null));
    const address = this.#listener.address();
    if (address === null || typeof address === 'string') throw new Error('the SMTP listener has no TCP address');
    return address;
  }

  /**
   * Accepts nothing more. Sessions without a message in progress get 421; DATA and messages awaiting their answer may
   * finish within `graceMs`, then every connection is dropped.
   */
  async close(graceMs: number): Promise<void> {
    const stopped = new Promise<void>((resolve) => this.#listener.close(() => resolve()));
    const allClosed = new Promise<void>((resolve) => (this.#onAllClosed = resolve));
    this.#proxied.close();
    for (const connection of this.#connections) connection.shutDown();
    if (this.#connections.size === 0) this.#onAllClosed?.();
    const grace = setTimeout(() => [...this.#connections].forEach((connection) => connection.destroy()), graceMs);
    await Promise.all([stopped, allClosed]);
    clearTimeout(grace);
  }

  #onClient(socket: Socket, { address, port }: Endpoint): void {
    if (this.#counts.isFull(address) || !this.#makeRoom()) {
      turnedAway.inc();
      return turnAway(socket);
    }
    this.#counts.add(address);
    const session = {
      id: randomBytes(8).toString('hex'),
      clientAddress: address,
      clientPort: port,
      helo: '',
      esmtp: false,
      tls: null,
    };
    openConnections.inc();
    const connection = new SmtpConnection(this.#context, socket, session, () => {
      if (leave()) this.#onClosed(address);
    });
    const leave = this.#connections.enter(connection);
  }

  /**
   * If all places are taken, the client that has been silent longest loses its place. Returns false if nobody is idle.
   */
  #makeRoom(): boolean {
    if (this.#connections.size < this.#options.maxConnections) return true;
    let idlest: SmtpConnection | undefined;
    for (const connection of this.#connections) {
      const since = connection.idleSince;
      if (since !== null && since < (idlest?.idleSince ?? Infinity)) idlest = connection;
    }
    if (!idlest) return false;
    droppedIdle.inc();
    idlest.giveWay();
    return true;
  }

  #onClosed(address: string): void {
    openConnections.dec();
    this.#counts.remove(address);
    if (this.#connections.size === 0) this.#onAllClosed?.();
  }
}

function turnAway(socket: Socket): void {
  socket.on('error', () => undefined);
  socket.end(TOO_MANY_CONNECTIONS);
  socket.destroySoon();
}
