import { parseTraceparent, startSpan, type Log, type Span } from '@mailroom/observability';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { observeRequest, operationOf } from './request-metrics.js';

const spans = new WeakMap<FastifyRequest, Span>();

/** Where in which trace the request is. */
export function traceparentOf(request: FastifyRequest): string {
  return spanOf(request).traceparent;
}

/** What leads from a line of the log to the request and back. */
export function idsOf(request: FastifyRequest): { requestId: string; traceId: string } {
  return { requestId: String(request.id), traceId: spanOf(request).context.traceId };
}

/** Follows every request, and tells how it ended: by its operation, never by its path. */
export function watchRequests(fastify: FastifyInstance, log: Log): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    spanOf(request);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const operation = operationOf(request);
    const status = reply.statusCode;
    observeRequest(operation, status, reply.elapsedTime / 1_000);
    const ids = idsOf(request);
    const attributes = { 'mailroom.request_id': ids.requestId, 'http.response.status_code': status };
    spanOf(request).end({ ...attributes, 'mailroom.operation': operation }, status >= 500);
    log.info({ ...ids, operation, status, ms: Math.round(reply.elapsedTime) }, 'http request');
    done();
  });
}

/** A caller's trace goes on in the request. */
function spanOf(request: FastifyRequest): Span {
  const known = spans.get(request);
  if (known) return known;
  const { traceparent } = request.headers;
  const span = startSpan(
    'http request',
    'server',
    parseTraceparent(typeof traceparent === 'string' ? traceparent : null),
  );
  spans.set(request, span);
  return span;
}
