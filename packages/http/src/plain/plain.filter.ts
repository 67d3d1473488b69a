import { Catch, type ArgumentsHost } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FailureFilter } from '../http-app.js';
import { sendFailure, type OnFailure } from '../send-failure.js';
import { plainHeaders } from './plain-headers.js';
import { plainError, type DefaultFixes, type RequestIdName } from './plain-error.js';

export type PlainFilterOptions = {
  readonly requestIdName: RequestIdName;
  readonly fixes: DefaultFixes;
  readonly onError: OnFailure;
};

/** Turns the failures of a surface with plain bodies into answers. */
@Catch()
export class PlainFilter implements FailureFilter {
  constructor(private readonly options: PlainFilterOptions) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.send(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  send(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { requestIdName: name, fixes, onError } = this.options;
    // Requests that no route fits were given no headers yet.
    reply.headers(plainHeaders);
    sendFailure(error, request, reply, {
      bodyOf: (failure, requestId) => plainError(failure, requestId, { name, fixes }),
      onError,
    });
  }
}
