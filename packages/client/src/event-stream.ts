import type { Email } from './operation-types.js';

/** What happened, as `GET /events` reports it. */
export type MailroomEvent = {
  /** The same in every repetition: a resumed stream may report an event twice. */
  readonly id: string;
  readonly type:
    | 'email.received'
    | 'email.sent'
    | 'email.delivered'
    | 'email.bounced'
    | 'email.complained'
    | 'email.failed'
    | 'email.unknown'
    | 'task.updated';
  readonly timestamp: string;
  readonly data: { readonly accountId: number; readonly emailId: number; readonly email: Email | null };
};

/** What is told instead where the stream can't say all that happened since `lastEventId`: it goes on from now. */
export type StreamReset = {
  readonly type: 'stream.reset';
  readonly reason: string;
  /** What to do about it. */
  readonly fix: string;
};

/** One message of a stream of server-sent events (WHATWG HTML §9.2.6). */
export type StreamMessage = { readonly id: string | undefined; readonly event: string; readonly data: string };

/** Reads the messages of a stream as their bytes arrive, in whatever pieces. */
export async function* readMessages(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop() ?? '';
      for (const block of blocks) yield messageOf(block);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function messageOf(block: string): StreamMessage {
  let [id, event]: [string | undefined, string] = [undefined, 'message'];
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const value = line.slice(colon + 1).replace(/^ /, '');
    const field = line.slice(0, colon);
    if (field === 'id') id = value;
    else if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
  }
  return { id, event, data: data.join('\n') };
}
