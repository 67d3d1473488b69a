import { Catch, type ArgumentsHost } from '@nestjs/common';
import type { DomainError } from '@mailroom/errors';
import { asDomainError, idsOf, type FailureFilter } from '@mailroom/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorEnvelope } from './envelope.js';

export type EnvelopeFilterOptions = {
  readonly showStacks: boolean;
  readonly onError: (error: unknown, ids?: { requestId: string; traceId: string }) => void;
};

/** The only place where a failure becomes an answer. */
@Catch()
export class EnvelopeFilter implements FailureFilter {
  constructor(private readonly options: EnvelopeFilterOptions) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    this.send(error, request, http.getResponse<FastifyReply>());
  }

  send(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const requestId = String(request.id);
    const failure = asDomainError(error);
    const envelope = errorEnvelope(failure, requestId, this.options.showStacks);
    if (envelope.code >= 500) this.options.onError(error, idsOf(request));
    if (envelope.code === 401) reply.header('www-authenticate', challengeOf(failure));
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', String(failure.retryAfterSeconds));
    reply.status(envelope.code).header('x-request-id', requestId).send(envelope);
  }
}

/** A request without credentials gets no error code (RFC 6750 §3). */
function challengeOf({ code }: DomainError): string {
  return `Bearer realm="mailroom"${code === 'missing_token' ? '' : ', error="invalid_token"'}`;
}
