import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import type { Type, DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { silentLog, type Log } from '@mailroom/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Admission } from './admission.js';
import { AuthGuard } from './auth.guard.js';
import { BODY_BYTES, readBodies } from './body-reader.js';
import { BodyPipe } from './body.pipe.js';
import { EnvelopeFilter } from './envelope.filter.js';
import { EnvelopeInterceptor } from './envelope.interceptor.js';
import { watchRequests } from './request-watch.js';

export type HttpAppOptions = {
  /** The path in front of every route, such as `/api/agent/v1`. */
  readonly prefix: string;
  readonly showStacks: boolean;
  readonly onError: (error: unknown, ids?: { requestId: string; traceId: string }) => void;
  /** Receives a line for each request. */
  readonly log?: Log;
};

/** Builds an API app with our envelope, errors, access and body rules. It does not listen. */
export async function createHttpApp(
  module: Type | DynamicModule,
  options: HttpAppOptions,
): Promise<NestFastifyApplication> {
  const filter = new EnvelopeFilter(options);
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_BYTES,
    // Requests that arrive while the app closes are answered as usual; everything they need is closed later.
    return503OnClosing: false,
    genReqId: () => `req_${randomBytes(12).toString('base64url')}`,
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => filter.send(error, request, reply),
    routerOptions: { maxParamLength: 500 },
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: false,
    bodyParser: false,
    abortOnError: false,
  });
  watchRequests(adapter.getInstance(), options.log ?? silentLog);
  readBodies(adapter.getInstance(), app.get(Admission));
  app.setGlobalPrefix(options.prefix);
  app.useGlobalGuards(app.get(AuthGuard));
  app.useGlobalPipes(new BodyPipe());
  app.useGlobalInterceptors(new EnvelopeInterceptor());
  app.useGlobalFilters(filter);
  return app;
}
