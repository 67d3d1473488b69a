import 'reflect-metadata';
import type { CanActivate, DynamicModule, ExceptionFilter, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { randomText } from '@mailroom/ids';
import { silentLog, type Log } from '@mailroom/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyAdmission } from './body-admission.js';
import { readBodies } from './body-reader.js';
import { BodyPipe } from './body.pipe.js';
import { watchRequests } from './request-watch.js';
import { SurfaceAdapter, type AnswerShape } from './surface-adapter.js';

/** Turns any failure into an answer, also one that is met before there is a route. */
export type FailureFilter = ExceptionFilter & {
  send(error: unknown, request: FastifyRequest, reply: FastifyReply): void;
};

/** What a surface brings; classes are providers of its module. */
export type HttpAppOptions = {
  /** The path in front of every route, such as `/api/agent/v1`; none where the routes of a surface begin differently. */
  readonly prefix?: string;
  /** Decides access to every operation. */
  readonly guard: Type<CanActivate>;
  /** Decides whose bodies are read before the guard is asked. */
  readonly bodies: Type<BodyAdmission>;
  /** The shape of what operations return; as they return it, if left out. */
  readonly shape?: AnswerShape;
  /** Headers of every answer that does not set them itself. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The shape of every failure. */
  readonly filter: FailureFilter;
  /** Receives a line for each request. */
  readonly log?: Log;
};

/** Builds the app of one surface, with our rules for bodies and their JSON. It does not listen. */
export async function createHttpApp(
  module: Type | DynamicModule,
  { prefix, guard, bodies, shape = (returned) => returned, headers = {}, filter, log = silentLog }: HttpAppOptions,
): Promise<NestFastifyApplication> {
  const adapter = new SurfaceAdapter(shape, {
    // Requests that arrive while the app closes are answered as usual; everything they need is closed later.
    return503OnClosing: false,
    genReqId: () => `req_${randomText(12, 'base64url')}`,
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => filter.send(error, request, reply),
    routerOptions: { maxParamLength: 500 },
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: false,
    bodyParser: false,
    abortOnError: false,
  });
  watchRequests(adapter.getInstance(), log);
  adapter.getInstance().addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(headers);
    done();
  });
  readBodies(adapter.getInstance(), app.get(bodies));
  if (prefix !== undefined) app.setGlobalPrefix(prefix);
  app.useGlobalGuards(app.get(guard));
  app.useGlobalPipes(new BodyPipe());
  app.useGlobalFilters(filter);
  return app;
}
