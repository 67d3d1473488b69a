import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { InFlightBudget } from './in-flight.budget.js';
import type { MailTransactions } from './mail-transactions.js';
import { SmtpConnection, type ConnectionContext } from './smtp-connection.js';
import { openConnections, turnedAway } from './smtp-metrics.js';
import { formatReply, smtpReply } from './smtp-reply.js';
import type { SmtpServerOptions } from './smtp-server.options.js';
import { StartTls } from './start-tls.js';

const MAX_HANDSHAKE_MS = 30_000;
const TOO_MANY_CONNECTIONS = formatReply(smtpReply(421, '4.7.0', 'Too many connections, try again later'));

/** An SMTP receiver (RFC 5321) that hands its mail to MailTransactions. */
export class SmtpServer {
  readonly #options: SmtpServerOptions;
  readonly #context: ConnectionContext;
  readonly #listener: Server;
  readonly #connections = new Set<SmtpConnection>();
  readonly #connectionsByClient = new Map<string, number>();
  #onAllClosed: (() => void) | null = null;

  /** Throws where key and certificate of `options.tls` do not fit. */
  constructor(options: SmtpServerOptions, transactions: MailTransactions) {
    this.#options = options;
    const handshakeTimeoutMs = Math.min(options.idleTimeoutMs, MAX_HANDSHAKE_MS);
    const startTls = options.tls === null ? null : new StartTls({ ...options.tls, handshakeTimeoutMs });
    this.#context = { options, transactions, budget: new InFlightBudget(options.maxInFlightBytes), startTls };
    // Half-open: a client that closes its side behind its last command still gets every reply.
    this.#listener = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => this.#onSocket(socket));
  }

  /** Octets of message content held at the moment. */
  get inFlightBytes(): number {
    return this.#context.budget.usedBytes;
  }

  get connectionCount(): number {
    return this.#connections.size;
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
    for (const connection of [...this.#connections]) connection.shutDown();
    if (this.#connections.size === 0) this.#onAllClosed?.();
    const grace = setTimeout(() => this.#connections.forEach((connection) => connection.destroy()), graceMs);
    await Promise.all([stopped, allClosed]);
    clearTimeout(grace);
  }

  #onSocket(socket: Socket): void {
    const { remoteAddress, remotePort } = socket;
    // Gone before it was accepted.
    if (remoteAddress === undefined || remotePort === undefined) return void socket.destroy();
    const client = plainAddress(remoteAddress);
    const ofClient = this.#connectionsByClient.get(client) ?? 0;
    if (this.#connections.size >= this.#options.maxConnections || ofClient >= this.#options.maxConnectionsPerClient) {
      turnedAway.inc();
      return turnAway(socket);
    }
    this.#connectionsByClient.set(client, ofClient + 1);
    const session = {
      id: randomBytes(8).toString('hex'),
      clientAddress: client,
      clientPort: remotePort,
      helo: '',
      esmtp: false,
      tls: null,
    };
    openConnections.inc();
    this.#connections.add(
      new SmtpConnection(this.#context, socket, session, (closed) => this.#onClosed(closed, client)),
    );
  }

  #onClosed(connection: SmtpConnection, client: string): void {
    if (!this.#connections.delete(connection)) return;
    openConnections.dec();
    const ofClient = (this.#connectionsByClient.get(client) ?? 1) - 1;
    if (ofClient === 0) this.#connectionsByClient.delete(client);
    else this.#connectionsByClient.set(client, ofClient);
    if (this.#connections.size === 0) this.#onAllClosed?.();
  }
}

/** IPv4 clients of a dual-stack listener look like `::ffff:192.0.2.1`. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

function turnAway(socket: Socket): void {
  socket.on('error', () => undefined);
  socket.end(TOO_MANY_CONNECTIONS);
  socket.destroySoon();
}
