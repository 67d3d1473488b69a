import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** An answer that consists of server-sent events (WHATWG HTML §9.2), for as long as its client reads them. */
export class EventAnswer {
  /** @param maxWaitingBytes that may wait for a slow client; beyond this, it is cut off and resumes where it was */
  constructor(
    private readonly response: ServerResponse,
    private readonly maxWaitingBytes: number,
  ) {}

  get isOpen(): boolean {
    return this.response.headersSent && !this.response.writableEnded && !this.response.destroyed;
  }

  begin(requestId: string): void {
    this.response.writeHead(200, {
      'x-request-id': requestId,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    this.write('retry: 1000\n\n');
  }

  write(text: string): void {
    if (!this.isOpen || text === '') return;
    this.response.write(text);
    if (this.response.writableLength > this.maxWaitingBytes) this.cutOff();
  }

  /** Writes what the client asked for itself, however much that is; resolves when it has room for more. */
  async writePatiently(text: string): Promise<void> {
    if (!this.isOpen || this.response.write(text) || !this.isOpen) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        this.response.off('drain', done).off('close', done);
        resolve();
      };
      this.response.on('drain', done).on('close', done);
    });
  }

  cutOff(): void {
    this.response.destroy();
  }

  end(): void {
    this.response.end();
  }
}

/** Answers HEAD with the head of such an answer and nothing more (RFC 9110 §9.3.2), so there is nothing to follow. */
export function answerEventHead(reply: FastifyReply): void {
  const answer = new EventAnswer(reply.hijack().raw, Number.POSITIVE_INFINITY);
  answer.begin(String(reply.request.id));
  answer.end();
}
