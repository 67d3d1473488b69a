import { Operations } from './api/operations.js';
import type { CallOptions } from './api-caller.js';
import { readMessages, type MailroomEvent, type StreamReset } from './event-stream.js';
import { MailroomError } from './mailroom-error.js';
import type { Query } from './operation-types.js';

const RECONNECT_MS = 1_000;

/**
 * The agent mailbox API. Every operation is a method that resolves with the answer's `data` and rejects with a
 * `MailroomError`.
 */
export class MailroomClient extends Operations {
  /**
   * Follows what happens in a mailbox, or with a manager token in all of them, until `signal` is aborted. When a
   * connection ends, the stream resumes where it was, so nothing is missed; an event that comes twice has the same
   * `id`. `onAway` hears of each try that nobody answered. Where it can't resume, as after a day without a connection,
   * it says `stream.reset` and goes on from now.
   */
  async *events(
    query: Query<'streamEvents'> = {},
    options: CallOptions & { readonly onAway?: (error: MailroomError) => void } = {},
  ): AsyncGenerator<MailroomEvent | StreamReset> {
    let lastEventId = query.lastEventId;
    const { lastEventId: _, ...rest } = query;
    while (!options.signal?.aborted) {
      try {
        const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
        const { body } = await this.request('GET', '/events', { query: rest, options }, headers);
        if (!body) return;
        for await (const message of readMessages(body)) {
          if (message.id !== undefined) lastEventId = message.id;
          if (message.data !== '')
            yield { type: message.event, ...JSON.parse(message.data) } as MailroomEvent | StreamReset;
        }
      } catch (error) {
        if (options.signal?.aborted) return;
        if (error instanceof MailroomError && !mayPass(error)) throw error;
        if (error instanceof MailroomError && error.status === 0) options.onAway?.(error);
      }
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    }
  }
}

/** Whether the same request may be answered later; many streams that come back at once may ask too often. */
function mayPass({ status }: MailroomError): boolean {
  return status === 0 || status === 429 || status >= 500;
}
