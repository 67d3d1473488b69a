import { type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { RawAnswer } from '@mailroom/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { successEnvelope } from './envelope.js';
import { ignoredParameters } from './known-query.js';

/** Wraps what a controller returns. Every success is a 200. */
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const requestId = String(request.id);
    const ignored = ignoredParameters(context.getHandler(), request.query);
    const reply = http.getResponse<FastifyReply>();
    reply.status(200).header('x-request-id', requestId);
    return next.handle().pipe(
      map((data: unknown) => {
        if (!(data instanceof RawAnswer)) return successEnvelope(data, requestId, ignored);
        reply.headers(data.headers);
        return data.body;
      }),
    );
  }
}
