import { type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { successEnvelope } from './envelope.js';

/** An answer that is bytes and not data: sent as it is, without an envelope. */
export class RawAnswer {
  constructor(
    readonly body: Buffer | object,
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}

/** Wraps what a controller returns. Every success is a 200. */
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const requestId = String(http.getRequest<FastifyRequest>().id);
    const reply = http.getResponse<FastifyReply>();
    reply.status(200).header('x-request-id', requestId);
    return next.handle().pipe(
      map((data: unknown) => {
        if (!(data instanceof RawAnswer)) return successEnvelope(data, requestId);
        reply.headers(data.headers);
        return data.body;
      }),
    );
  }
}
