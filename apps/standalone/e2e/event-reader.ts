/** One event of a stream, as a client parses it (WHATWG HTML §9.2.6). */
export type ReadEvent = { id: string; type: string; data: { data: Record<string, unknown> } & Record<string, unknown> };

/** Follows `GET /events` as an agent's program would: it remembers the last id for when it comes back. */
export class EventReader {
  readonly events: ReadEvent[] = [];
  lastEventId: string;
  ended = false;
  readonly #abort = new AbortController();

  private constructor(lastEventId: string) {
    this.lastEventId = lastEventId;
  }

  static async open(
    baseUrl: string,
    token: string,
    options: { query?: string; lastEventId?: string } = {},
  ): Promise<EventReader> {
    const reader = new EventReader(options.lastEventId ?? '');
    const response = await fetch(`${baseUrl}/api/agent/v1/events${options.query ?? ''}`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(options.lastEventId && { 'last-event-id': options.lastEventId }),
      },
      signal: reader.#abort.signal,
    });
    if (response.status !== 200 || !response.body) throw new Error(`${response.status}: ${await response.text()}`);
    void reader.#read(response.body).catch(() => (reader.ended = true));
    return reader;
  }

  get types(): string[] {
    return this.events.map(({ type }) => type);
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    for await (const bytes of body) {
      text += decoder.decode(bytes, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
    }
    this.ended = true;
  }

  #take(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    const id = fields.get('id');
    if (id !== undefined) this.lastEventId = id;
    const data = fields.get('data');
    if (data === undefined) return;
    this.events.push({ id: this.lastEventId, type: fields.get('event') ?? 'message', data: JSON.parse(data) });
  }
}
