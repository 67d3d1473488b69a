import type { AnswerShape } from '@mailroom/http';
import { successEnvelope } from './envelope.js';
import { ignoredParameters } from './known-query.js';

/** Wraps what a controller returns. Every success is a 200. */
export const envelopeShape: AnswerShape = (data, request, reply) => {
  reply.status(200);
  return successEnvelope(data, request.id, ignoredParameters(request));
};
