import { parseTraceparent, startSpan, type Log, type Span } from '@mailroom/observability';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { observeRequest, operationOf } from './request-metrics.js';
import { RequestSlot } from './request-slot.js';

const spans = new RequestSlot<Span>('span');

/** The request's position in its trace. */
export function traceparentOf(request: FastifyRequest): string {
  return spanOf(request).traceparent;
}

/** The ids that lead from a log line to the request and back. */
export function idsOf(request: FastifyRequest): { requestId: string; traceId: string } {
  return { requestId: String(request.id), traceId: spanOf(request).context.traceId };
}

/** Follows every request, and logs how it ended, by its operation and never by its path. */
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
    const attributes = {
      'mailroom.request_id': ids.requestId,
      'http.response.status_code': status,
      'mailroom.operation': operation,
    };
    spanOf(request).end(attributes, status >= 500);
    log.info({ operation, status, ms: Math.round(reply.elapsedTime), ...ids }, 'http request');
    done();
  });
}

/** The request continues its caller's trace. */
function spanOf(request: FastifyRequest): Span {
  const known = spans.get(request);
  if (known) return known;
  const { traceparent } = request.headers;
  const parent = parseTraceparent(typeof traceparent === 'string' ? traceparent : null);
  return spans.set(request, startSpan('http request', 'server', parent));
}
