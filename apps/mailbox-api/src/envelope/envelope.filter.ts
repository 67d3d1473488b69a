import { Catch, type ArgumentsHost } from '@nestjs/common';
import { sendFailure, type FailureFilter, type OnFailure } from '@mailroom/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorEnvelope } from './envelope.js';

export type EnvelopeFilterOptions = {
  readonly showStacks: boolean;
  readonly onError: OnFailure;
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
    const { showStacks, onError } = this.options;
    sendFailure(error, request, reply, {
      bodyOf: (failure, requestId) => errorEnvelope(failure, requestId, showStacks),
      onError,
    });
  }
}
