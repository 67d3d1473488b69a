import type { IncomingMessage } from 'node:http';
import { DomainError } from '@mailroom/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyLimitOf, type BodyAdmission } from './body-admission.js';
import { BodyRoom } from './body-room.js';
import { bodyTooLarge } from './http-failure.js';
import { parseJsonBody } from './json-body.js';

/** Bodies up to this size take no room of their own. */
const SMALL_BYTES = 256 * 1024;
/** We discard this much of a body that nobody wants before we end the connection. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

/** What this process has room for, whichever surface reads it. */
const room = new BodyRoom();

/** Reads the JSON bodies that the surface admits, up to the operation's limit, and no others. */
export function readBodies(fastify: FastifyInstance, admission: BodyAdmission): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(typeof body === 'string' ? Buffer.from(body) : body));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
  fastify.addHook('onRoute', (route) => {
    route.bodyLimit = bodyLimitOf(route.config, admission);
  });
  fastify.addHook('onRequest', async (request, reply) => {
    const bytes = announcedBytes(request.raw);
    // Nobody reads the body of a GET.
    if (bytes === 0 || request.method === 'GET' || request.method === 'HEAD') return;
    try {
      await admitBody(request, reply, { bytes, admission });
    } catch (error) {
      discardBody(request.raw, reply);
      throw error;
    }
  });
}

async function admitBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, admission }: { bytes: number; admission: BodyAdmission },
): Promise<void> {
  if (request.is404) throw new DomainError('not_found', 'There is nothing at this path.');
  const holder = await admission.admit(request, reply);
  const limit = bodyLimitOf(request.routeOptions.config, admission);
  if (bytes !== Infinity && bytes > limit) throw bodyTooLarge(limit);
  const most = Math.min(bytes, limit);
  if (most <= SMALL_BYTES) return;
  const leave = await room.enter(holder, most);
  if (reply.raw.destroyed) leave();
  else reply.raw.once('close', leave);
}

/** Returns Infinity if the length is not announced. */
function announcedBytes({ headers }: IncomingMessage): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
}

/**
 * Reads a body and throws it away: a client or proxy that finds the connection closed while it writes may never see the
 * answer.
 */
function discardBody(request: IncomingMessage, reply: FastifyReply): void {
  let discarded = 0;
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MAX_DISCARDED_BYTES) request.destroy();
  });
  // Node would close at once if the client asked for that; this way it closes after the body has been read.
  reply.raw.shouldKeepAlive = true;
}
