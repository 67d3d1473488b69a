import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A connection to the database that can be cut and restored. */
export class DatabaseGate {
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(private readonly databaseUrl: string) {}

  get url(): string {
    const url = new URL(this.databaseUrl);
    url.host = `127.0.0.1:${this.#port}`;
    return url.href;
  }

  async open(): Promise<void> {
    const { hostname, port } = new URL(this.databaseUrl);
    this.#server = createServer((client) => {
      const server = connect(Number(port), hostname);
      for (const [socket, other] of [
        [client, server],
        [server, client],
      ] as const) {
        this.#sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          this.#sockets.delete(socket);
          other.destroy();
        });
        socket.pipe(other);
      }
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Lets nothing pass from now on; open connections are cut at once. */
  shut(): void {
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
