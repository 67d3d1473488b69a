import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { RawAnswer } from './raw-answer.js';

/** What a surface makes of the value that an operation returned. */
export type AnswerShape = (returned: unknown, request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Gives what operations return the shape of their surface on its way out. An interceptor could do the same, but where there is
 * one, Nest leads every answer through a dozen observables.
 */
export class SurfaceAdapter extends FastifyAdapter {
  constructor(
    private readonly shape: AnswerShape,
    options: FastifyServerOptions,
  ) {
    super(options);
  }

  override reply(reply: FastifyReply, returned: unknown, statusCode?: number): FastifyReply {
    if (!(returned instanceof RawAnswer)) {
      return super.reply(reply, this.shape(returned, reply.request, reply), statusCode);
    }
    reply.headers(returned.headers);
    return super.reply(reply, returned.body, statusCode);
  }
}
