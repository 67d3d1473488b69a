import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Roster } from '@mailroom/concurrency';

/** How long a connection that is just made has for its first request to arrive, once the server closes. */
const FIRST_REQUEST_MS = 500;

/**
 * The connections of a server that hold up its end: those with an answer under way, which their clients would keep, and
 * those that have never been used, as browsers and pools of connections open them ahead of need. Node closes neither.
 */
export class OpenConnections {
  readonly #answers = new Roster<ServerResponse>();
  readonly #unused = new Set<Socket>();
  #areLast = false;

  made(socket: Socket): void {
    this.#unused.add(socket);
    socket.once('close', () => this.#unused.delete(socket));
  }

  asked(response: ServerResponse): void {
    if (response.socket) this.#unused.delete(response.socket);
    if (this.#areLast) endConnectionAfter(response);
    response.once('close', this.#answers.enter(response));
  }

  /** Whether an answer has begun on a connection, and not ended. */
  isAnswering(socket: Socket): boolean {
    return [...this.#answers].some((response) => response.socket === socket && response.headersSent);
  }

  /** The request on a connection whose head has come, and its body not yet. */
  arrivingOn(socket: Socket): IncomingMessage | undefined {
    return [...this.#answers].find((response) => response.socket === socket && !response.req.complete)?.req;
  }

  /** Makes each answer, under way or to come, the last of its connection. */
  lastAnswers(): void {
    if (this.#areLast) return;
    this.#areLast = true;
    for (const response of this.#answers) endConnectionAfter(response);
  }

  closeUnused(): void {
    setTimeout(() => this.#unused.forEach((socket) => socket.destroy()), FIRST_REQUEST_MS).unref();
  }
}

function endConnectionAfter(response: ServerResponse): void {
  if (!response.headersSent) {
    response.setHeader('connection', 'close');
    return;
  }
  // Its head has promised to keep the connection.
  const { socket } = response;
  response.once('finish', () => socket?.end());
}
