import type { ServerResponse } from 'node:http';
import { EventAnswer } from '@mailroom/http';
import type { Follower } from './follower.js';

/** The bytes that may wait for a slow client. */
const MAX_WAITING_BYTES = 256 * 1024;

type Session = { readonly principalId: string; readonly tenantId: string; readonly sessionId: string };

/** The stream on which a session hears from us (MCP, "Listening for Messages from the Server"). */
export class SessionStream implements Follower {
  readonly principalId: string;
  readonly tenantId: string;
  readonly sessionId: string;
  readonly resources = [];
  readonly #answer: EventAnswer;

  constructor({ principalId, tenantId, sessionId }: Session, response: ServerResponse) {
    this.principalId = principalId;
    this.tenantId = tenantId;
    this.sessionId = sessionId;
    this.#answer = new EventAnswer(response, MAX_WAITING_BYTES);
  }

  begin(requestId: string): void {
    this.#answer.begin(requestId);
  }

  tell(uri: string, positionText: string): void {
    const message = { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } };
    this.#answer.write(`event: message\nid: ${positionText}\ndata: ${JSON.stringify(message)}\n\n`);
  }

  beat(positionText: string): void {
    this.#answer.write(`: keep-alive\nid: ${positionText}\n\n`);
  }

  end(): void {
    this.#answer.end();
  }
}
