import type { ServerResponse } from 'node:http';
import type { Follower } from './follower.js';

/** The bytes that may wait for a slow client; beyond this, it is cut off and resumes where it was. */
const MAX_WAITING_BYTES = 256 * 1024;

type Session = { readonly principalId: string; readonly sessionId: string };

/** The stream on which a session hears from us (MCP, "Listening for Messages from the Server"). */
export class SessionStream implements Follower {
  readonly principalId: string;
  readonly sessionId: string;
  readonly resources = [];

  constructor(
    { principalId, sessionId }: Session,
    private readonly response: ServerResponse,
  ) {
    this.principalId = principalId;
    this.sessionId = sessionId;
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

  tell(uri: string, positionText: string): void {
    const message = { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } };
    this.#write(`event: message\nid: ${positionText}\ndata: ${JSON.stringify(message)}\n\n`);
  }

  beat(positionText: string): void {
    this.#write(`: keep-alive\nid: ${positionText}\n\n`);
  }

  end(): void {
    this.response.end();
  }

  #write(text: string): void {
    if (this.response.writableEnded || this.response.destroyed || !this.response.headersSent) return;
    this.response.write(text);
    if (this.response.writableLength > MAX_WAITING_BYTES) this.response.destroy();
  }
}
