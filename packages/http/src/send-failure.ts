import type { DomainError } from '@mailroom/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asDomainError } from './http-failure.js';
import { idsOf } from './request-watch.js';
import { statusByCode } from './status-by-code.js';

/** Receives the failures that are our own, with the ids that lead to the request. */
export type OnFailure = (error: unknown, ids?: { requestId: string; traceId: string }) => void;

type Surface = {
  /** The body that this surface gives a failure. */
  readonly bodyOf: (failure: DomainError, requestId: string) => object;
  readonly onError: OnFailure;
  /** What a caller without a good credential is told to do (RFC 6750 §3). */
  readonly challengeOf?: (failure: DomainError) => string;
};

/** Answers with a failure: its status and headers, which are the same on every surface, and the surface's own body. */
export function sendFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { bodyOf, onError, challengeOf = plainChallenge }: Surface,
): void {
  const requestId = String(request.id);
  const failure = asDomainError(error, request.routeOptions.bodyLimit);
  const status = statusByCode[failure.code];
  if (status >= 500) onError(error, idsOf(request));
  if (status === 401) reply.header('www-authenticate', challengeOf(failure));
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', String(failure.retryAfterSeconds));
  reply.status(status).header('x-request-id', requestId).send(bodyOf(failure, requestId));
}

/** A request without credentials gets no error code (RFC 6750 §3). */
function plainChallenge({ code }: DomainError): string {
  return `Bearer realm="mailroom"${code === 'missing_token' ? '' : ', error="invalid_token"'}`;
}
