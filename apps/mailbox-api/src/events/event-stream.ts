import type { ServerResponse } from 'node:http';
import type { FeedEvent, FeedPosition } from '@mailroom/messaging';
import { positionText } from './stream-position.js';

/** Bytes that may wait for a slow client; beyond, it is cut off and resumes where it was. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** One event, as it is sent to everyone who may see it. */
export type StreamMessage = { readonly event: FeedEvent; readonly text: string };

export type StreamScope = {
  readonly tokenId: number;
  readonly tenantId: string;
  /** Null for all mailboxes of the tenant. */
  readonly mailboxId: number | null;
  readonly types: ReadonlySet<string>;
};

/** One client that follows its mailboxes (server-sent events, WHATWG HTML §9.2). */
export class EventStream {
  /** What came while the client is still being told of what it missed. */
  #held: { messages: StreamMessage[]; position: FeedPosition } | undefined = { messages: [], position: 0 };

  constructor(
    readonly scope: StreamScope,
    private readonly response: ServerResponse,
  ) {}

  get isOpen(): boolean {
    return !this.response.writableEnded && !this.response.destroyed;
  }

  wants(event: FeedEvent, tenantId: string): boolean {
    const { mailboxId, types, tenantId: own } = this.scope;
    return own === tenantId && (mailboxId ?? event.mailboxId) === event.mailboxId && types.has(event.type);
  }

  begin(requestId: string): void {
    this.response.writeHead(200, {
      'x-request-id': requestId,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    this.#write('retry: 1000\n\n');
  }

  /** Sends what happened; only the last carries the position, so that a cut in between repeats and never skips. */
  send(messages: readonly StreamMessage[], position: FeedPosition): void {
    if (this.#held) {
      this.#held.messages.push(...messages);
      this.#held.position = position;
      return;
    }
    const last = messages.length - 1;
    const id = `id: ${positionText(position)}\n`;
    this.#write(messages.map(({ text }, index) => (index === last ? id + text : text)).join(''));
  }

  /** Ends the time of catching up: what came meanwhile follows, but for what was sent already. */
  goOn(sent: ReadonlySet<string>): void {
    const held = this.#held;
    this.#held = undefined;
    const messages = held?.messages.filter(({ event }) => !sent.has(event.id)) ?? [];
    if (held && messages.length > 0) this.send(messages, held.position);
  }

  /** Sends while catching up; resolves when the client has room for more. */
  async tell(messages: readonly StreamMessage[], position: FeedPosition): Promise<void> {
    const text = messages.map((message) => message.text).join('');
    if (this.response.write(`id: ${positionText(position)}\n${text}`) || !this.isOpen) return;
    await new Promise<void>((resolve) => {
      this.response.once('drain', resolve);
      this.response.once('close', resolve);
    });
  }

  /** Keeps proxies from closing a quiet connection, and moves the client's position on. */
  beat(position: FeedPosition): void {
    if (!this.#held) this.#write(`: keep-alive\nid: ${positionText(position)}\n\n`);
  }

  /** Tells that events between two visits are gone. */
  reset(): void {
    const data = { reason: 'What happened since Last-Event-ID is not kept any more.', fix: 'List what you need.' };
    this.#write(`event: stream.reset\ndata: ${JSON.stringify(data)}\n\n`);
  }

  end(): void {
    this.response.end();
  }

  #write(text: string): void {
    if (!this.isOpen || text === '') return;
    this.response.write(text);
    if (this.response.writableLength > MAX_WAITING_BYTES) this.response.destroy();
  }
}
