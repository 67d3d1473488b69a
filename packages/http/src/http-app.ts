import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Type, DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { isTokenText } from '@mailroom/identity';
import { silentLog, type Log } from '@mailroom/observability';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AuthGuard } from './auth.guard.js';
import { BodyPipe } from './body.pipe.js';
import { tokenTextOf } from './credentials.js';
import { EnvelopeFilter } from './envelope.filter.js';
import { EnvelopeInterceptor } from './envelope.interceptor.js';
import { parseJsonBody } from './json-body.js';
import { watchRequests } from './request-watch.js';

export type HttpAppOptions = {
  /** Path in front of every route, such as `/api/agent/v1`. */
  readonly prefix: string;
  readonly maxBodyBytes: number;
  readonly showStacks: boolean;
  readonly onError: (error: unknown, ids?: { requestId: string; traceId: string }) => void;
  /** Gets a line for each request. */
  readonly log?: Log;
};

/** Above this, a body is not even read for a caller without a well-formed token. */
const UNSIGNED_BODY_BYTES = 64 * 1024;

/** Builds an API app with our envelope, errors, access and body rules. It does not listen. */
export async function createHttpApp(
  module: Type | DynamicModule,
  options: HttpAppOptions,
): Promise<NestFastifyApplication> {
  const filter = new EnvelopeFilter(options);
  const adapter = new FastifyAdapter({
    bodyLimit: options.maxBodyBytes,
    genReqId: () => `req_${randomBytes(12).toString('base64url')}`,
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => filter.send(error, request, reply),
    routerOptions: { maxParamLength: 500 },
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: false,
    bodyParser: false,
    abortOnError: false,
  });
  readJsonOnly(adapter.getInstance(), options.maxBodyBytes);
  watchRequests(adapter.getInstance(), options.log ?? silentLog);
  app.setGlobalPrefix(options.prefix);
  app.useGlobalGuards(app.get(AuthGuard));
  app.useGlobalPipes(new BodyPipe());
  app.useGlobalInterceptors(new EnvelopeInterceptor());
  app.useGlobalFilters(filter);
  return app;
}

function readJsonOnly(fastify: FastifyInstance, maxBodyBytes: number): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(Buffer.from(body)));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    const bytes = encoding === undefined ? Number(length ?? 0) : Infinity;
    if (bytes <= UNSIGNED_BODY_BYTES) return done();
    const isTooLarge = encoding === undefined && bytes > maxBodyBytes;
    // The guard decides who may call; this only keeps strangers from having megabytes read before it does.
    if (!isTooLarge && seemsSignedIn(request.raw)) return done();
    // Read and thrown away: a client, or a proxy, that finds the connection closed while it writes may not see the answer.
    request.raw.resume();
    // Node would close at once where the client asked for that; so it does when the body is out of the way.
    reply.raw.shouldKeepAlive = true;
    done(Object.assign(new Error('The body is too large'), { statusCode: 413 }));
  });
}

function seemsSignedIn(request: IncomingMessage): boolean {
  try {
    return isTokenText(tokenTextOf(request));
  } catch {
    // The guard says what is wrong with it, once the body is out of the way.
    return false;
  }
}
