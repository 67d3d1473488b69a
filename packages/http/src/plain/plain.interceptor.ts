import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { RawAnswer } from '../raw-answer.js';

/** Sends what a controller returns as it is, on a surface with plain bodies; nobody on the way keeps it. */
export class PlainInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    reply.header('x-request-id', String(http.getRequest<FastifyRequest>().id));
    // Answers carry tokens and balances.
    reply.header('cache-control', 'no-store');
    return next.handle().pipe(
      map((data: unknown) => {
        if (!(data instanceof RawAnswer)) return data;
        reply.headers(data.headers);
        return data.body;
      }),
    );
  }
}
