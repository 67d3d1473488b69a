import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

type Waiter = { readonly wants: () => string | null; readonly resolve: (text: string) => void };

/** Speaks SMTP byte by byte as it is told, right or wrong. */
export class RawClient {
  #received = '';
  #closed = false;
  #waiters: Waiter[] = [];
  /** The number of packets seen since the last `send`. */
  packets = 0;

  private constructor(public socket: Socket) {
    this.#listen(socket);
  }

  static async connect(
    port: number,
    options: { allowHalfOpen?: boolean; localAddress?: string } = {},
  ): Promise<RawClient> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, ...options });
    const client = new RawClient(socket);
    await once(socket, 'connect');
    return client;
  }

  /** Connects, reads the greeting and says EHLO. */
  static async greeted(port: number): Promise<RawClient> {
    const client = await RawClient.connect(port);
    await client.reply();
    await client.say('EHLO client.example');
    return client;
  }

  send(data: string | Buffer): void {
    this.packets = 0;
    this.socket.write(data);
  }

  /** Sends one line and reads its reply. */
  say(line: string): Promise<string> {
    this.send(`${line}\r\n`);
    return this.reply();
  }

  /** Returns the next reply, its lines joined by "\n", or "closed" if none comes any more. */
  reply(): Promise<string> {
    return this.#wait(() => {
      const whole = /^(?:\d{3}-.*\r\n)*\d{3}(?: .*)?\r\n/.exec(this.#received)?.[0];
      if (whole === undefined) return this.#closed ? 'closed' : null;
      this.#received = this.#received.slice(whole.length);
      return whole.trimEnd().replaceAll('\r\n', '\n');
    });
  }

  async replies(count: number): Promise<string[]> {
    const replies: string[] = [];
    for (let i = 0; i < count; i += 1) replies.push(await this.reply());
    return replies;
  }

  /** Returns everything not yet read, once the server has closed the connection. */
  closed(): Promise<string> {
    return this.#wait(() => (this.#closed ? this.#received : null));
  }

  /** Performs the TLS handshake of a client that has read 220. */
  async secure(): Promise<void> {
    this.socket.removeAllListeners('data').removeAllListeners('close').removeAllListeners('end');
    const secure = connectTls({ socket: this.socket, rejectUnauthorized: false });
    this.#listen(secure);
    this.socket = secure;
    await once(secure, 'secureConnect');
  }

  destroy(): void {
    this.socket.destroy();
  }

  #listen(socket: Socket): void {
    socket.on('data', (data: Buffer) => {
      this.packets += 1;
      this.#received += data.toString('latin1');
      this.#wake();
    });
    const onClosed = () => {
      this.#closed = true;
      this.#wake();
    };
    socket.on('end', onClosed).on('close', onClosed);
    // A reset is one way of being closed.
    socket.on('error', () => undefined);
  }

  #wait(wants: () => string | null): Promise<string> {
    return new Promise((resolve) => {
      this.#waiters.push({ wants, resolve });
      this.#wake();
    });
  }

  #wake(): void {
    for (let waiter = this.#waiters[0]; waiter !== undefined; waiter = this.#waiters[0]) {
      const text = waiter.wants();
      if (text === null) return;
      this.#waiters.shift();
      waiter.resolve(text);
    }
  }
}
