import type { ServerResponse } from 'node:http';
import { EventAnswer } from '@mailroom/http';
import { positionText, type FeedEvent, type FeedPosition } from '@mailroom/messaging';

/** The bytes that may wait for a slow client. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** One event, as it is sent to everyone who may see it. */
export type StreamMessage = { readonly event: FeedEvent; readonly text: string };

export type StreamScope = {
  readonly principalId: string;
  readonly tenantId: string;
  /** Null means all mailboxes of the tenant. */
  readonly mailboxId: number | null;
  readonly types: ReadonlySet<string>;
};

type Held = { messages: StreamMessage[]; bytes: number; position: FeedPosition };

/** One client that follows its mailboxes (server-sent events, WHATWG HTML §9.2). */
export class EventStream {
  /** Events that arrive while the client is still catching up on what it missed. */
  #held: Held | undefined = { messages: [], bytes: 0, position: 0 };

  readonly #answer: EventAnswer;

  constructor(
    readonly scope: StreamScope,
    response: ServerResponse,
  ) {
    this.#answer = new EventAnswer(response, MAX_WAITING_BYTES);
  }

  get isOpen(): boolean {
    return this.#answer.isOpen;
  }

  wants(event: FeedEvent, tenantId: string): boolean {
    const { mailboxId, types, tenantId: own } = this.scope;
    return own === tenantId && (mailboxId ?? event.mailboxId) === event.mailboxId && types.has(event.type);
  }

  begin(requestId: string): void {
    this.#answer.begin(requestId);
  }

  /** Sends the events up to a position. */
  send(messages: readonly StreamMessage[], position: FeedPosition): void {
    if (this.#held) this.#hold(this.#held, messages, position);
    else this.#answer.write(withPositions(messages, position));
  }

  /** Ends catching up: what arrived meanwhile follows, except what was sent already. */
  goOn(sent: ReadonlySet<string>): void {
    const held = this.#held;
    this.#held = undefined;
    const messages = held?.messages.filter(({ event }) => !sent.has(event.id)) ?? [];
    if (held && messages.length > 0) this.send(messages, held.position);
  }

  /** Sends while catching up; resolves when the client has room for more. */
  async tell(messages: readonly StreamMessage[], position: FeedPosition): Promise<void> {
    await this.#answer.writePatiently(withPositions(messages, position));
  }

  /** Keeps proxies from closing a quiet connection, and moves the client's position on. */
  beat(position: FeedPosition): void {
    if (!this.#held) this.#answer.write(`: keep-alive\nid: ${positionText(position)}\n\n`);
  }

  /** Tells the client that events between its two visits are gone. */
  reset(): void {
    const data = { reason: 'What happened since Last-Event-ID is not kept any more.', fix: 'List what you need.' };
    this.#answer.write(`event: stream.reset\ndata: ${JSON.stringify(data)}\n\n`);
  }

  end(): void {
    this.#answer.end();
  }

  /** A client that reads nothing of what it missed would make us keep all that happens for as long as it is connected. */
  #hold(held: Held, messages: readonly StreamMessage[], position: FeedPosition): void {
    held.position = position;
    held.messages.push(...messages);
    for (const { text } of messages) held.bytes += Buffer.byteLength(text);
    if (held.bytes <= MAX_WAITING_BYTES) return;
    held.messages = [];
    this.#answer.cutOff();
  }
}

/**
 * Gives each event the position from which to resume after it: that of the first transaction that is not yet fully
 * sent. A cut in between repeats events, and never skips any.
 */
function withPositions(messages: readonly StreamMessage[], position: FeedPosition): string {
  const texts: string[] = [];
  let safe = position;
  for (const { event, text } of messages.toReversed()) {
    texts.push(`id: ${positionText(safe)}\n${text}`);
    safe = Math.min(safe, event.xid);
  }
  return texts.toReversed().join('');
}
