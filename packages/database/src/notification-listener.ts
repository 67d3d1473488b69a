import pg from 'pg';

const RECONNECT_MIN_MS = 100;
const RECONNECT_MAX_MS = 2_000;

/** Gets what the NOTIFY carried: an empty text where it carried nothing, and after a reconnect. */
export type OnNotification = (payload: string) => void;

/** Holds one connection for LISTEN and opens it again when it breaks. */
export class NotificationListener {
  readonly #handlers = new Map<string, Set<OnNotification>>();
  #client: pg.Client | undefined;
  /** One LISTEN follows another: a client that has a second statement under way warns on the console. */
  #listening: Promise<unknown> = Promise.resolve();
  #connecting: Promise<void> | undefined;
  #closed = false;
  #delayMs = RECONNECT_MIN_MS;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly config: pg.ClientConfig,
    private readonly onError: (error: unknown) => void,
  ) {}

  listen(channel: string, onNotification: OnNotification): () => void {
    const handlers = this.#handlers.get(channel) ?? new Set();
    this.#handlers.set(channel, handlers.add(onNotification));
    const client = this.#client;
    if (!client) this.#connect();
    else this.#listening = this.#listening.then(() => client.query(`LISTEN "${channel}"`)).catch(this.onError);
    return () => handlers.delete(onNotification);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    // If the server stopped next, it would cut a connection that is still being opened.
    await this.#connecting;
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(this.onError);
  }

  #connect(): void {
    if (this.#connecting || this.#closed) return;
    this.#connecting = this.#open()
      .catch((error: unknown) => {
        this.onError(error);
        this.#retry();
      })
      .finally(() => (this.#connecting = undefined));
  }

  async #open(): Promise<void> {
    const client = new pg.Client(this.config);
    let broken = false;
    const onBroken = () => {
      if (broken) return;
      broken = true;
      if (this.#client === client) this.#client = undefined;
      this.#retry();
    };
    client.on('error', (error) => {
      this.onError(error);
      onBroken();
    });
    await client.connect();
    client.on('end', onBroken);
    client.on('notification', ({ channel, payload }) => this.#call(channel, payload));
    for (const channel of this.#handlers.keys()) await client.query(`LISTEN "${channel}"`);
    if (this.#closed) return client.end();
    this.#client = client;
    this.#delayMs = RECONNECT_MIN_MS;
    for (const channel of this.#handlers.keys()) this.#call(channel);
  }

  #retry(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), this.#delayMs);
    this.#delayMs = Math.min(this.#delayMs * 2, RECONNECT_MAX_MS);
  }

  #call(channel: string, payload = ''): void {
    for (const handler of this.#handlers.get(channel) ?? []) handler(payload);
  }
}
