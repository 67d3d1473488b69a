import type { Socket } from 'node:net';
import { createSecureContext, createServer, type Server, type TLSSocket } from 'node:tls';

export type KeyPair = { readonly key: string; readonly cert: string };
export type StartTlsOptions = KeyPair & { readonly handshakeTimeoutMs: number };

/** Turns accepted plain connections into TLS ones. It never listens: connections are handed to it. */
export class StartTls {
  readonly #server: Server;
  readonly #waiting = new Map<string, (secure: TLSSocket) => void>();

  /** Throws where key and certificate do not fit. */
  constructor({ key, cert, handshakeTimeoutMs }: StartTlsOptions) {
    this.#server = createServer({ ...contextOf({ key, cert }), handshakeTimeout: handshakeTimeoutMs });
    this.#server.on('secureConnection', (secure) => this.#waiting.get(connectionKey(secure))?.(secure));
  }

  /** Handshakes from here on use this pair. Throws where it does not fit, and then the one before stays. */
  renew(pair: KeyPair): void {
    this.#server.setSecureContext(contextOf(pair));
  }

  /** Calls back once TLS is up. After a failed handshake the socket just closes, with nothing said. */
  upgrade(socket: Socket, onSecure: (secure: TLSSocket) => void): void {
    const key = connectionKey(socket);
    const { allowHalfOpen } = socket;
    // A client that closes its side in mid-handshake has left.
    socket.allowHalfOpen = false;
    this.#waiting.set(key, (secure) => {
      this.#waiting.delete(key);
      secure.allowHalfOpen = allowHalfOpen;
      onSecure(secure);
    });
    socket.once('close', () => this.#waiting.delete(key));
    this.#server.emit('connection', socket);
  }
}

/** What is wrong with a pair, in words that repeat nothing of it; null if it can be used. */
export function problemOfKeyPair(pair: KeyPair): string | null {
  try {
    createSecureContext(contextOf(pair));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function contextOf({ key, cert }: KeyPair) {
  // Node takes an empty text for none, and would then fail every handshake.
  if (key.trim() === '' || cert.trim() === '') throw new Error('the TLS key or certificate is empty');
  return { key, cert, minVersion: 'TLSv1.2' as const };
}

/** The four-tuple is unique among open connections, and all that both sides of the event know of each other. */
function connectionKey({ localAddress, localPort, remoteAddress, remotePort }: Socket): string {
  return `${localAddress}|${localPort}|${remoteAddress}|${remotePort}`;
}
