import type { ErrorCode } from '@mailroom/errors';
import { EXAMPLE_REQUEST_ID, failureComponents, failureResponses, type Failures } from '@mailroom/openapi';
import { defaultFix } from '../envelope/default-fix.js';

/** Every status that an operation may answer with instead of success, and one example of each. */
const failures: Failures<ErrorCode> = {
  400: {
    name: 'InvalidRequest',
    description: 'The request is invalid; `error.errors` names the fields.',
    type: 'invalid_request',
    message: 'The field "ttlSeconds" must not be less than 30.',
  },
  401: {
    name: 'Unauthorized',
    description: 'The token is missing or invalid.',
    type: 'token_revoked',
    message: 'The token was revoked.',
  },
  403: {
    name: 'Forbidden',
    description: 'The token, the tenant or the recipient does not allow this.',
    type: 'insufficient_scope',
    message: 'This token lacks the scope "send".',
  },
  404: {
    name: 'NotFound',
    description: 'There is no such resource, or it is not yours.',
    type: 'not_found',
    message: 'There is no such email.',
  },
  409: {
    name: 'Conflict',
    description: 'A task lease, an idempotency key, an address or the version of a draft is in conflict.',
    type: 'lease_conflict',
    message: 'The task is leased by agent-2 until 2026-03-01T09:05:00.000Z.',
  },
  413: {
    name: 'PayloadTooLarge',
    description:
      'The message is larger than 25 MiB, or the body than 36 MiB where it carries a message and 256 KiB elsewhere.',
    type: 'payload_too_large',
    message: 'The message is larger than 25 MiB.',
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'Bodies are JSON.',
    type: 'unsupported_media_type',
    message: 'The content type of the body must be application/json.',
  },
  429: {
    name: 'TooManyRequests',
    description: 'Slow down: `retry-after` says for how many seconds.',
    type: 'rate_limited',
    message: 'Too many requests with this token.',
  },
  500: {
    name: 'InternalError',
    description: 'A bug of ours.',
    type: 'internal_error',
    message: 'Something went wrong on our side.',
  },
  503: {
    name: 'Unavailable',
    description: 'The service is not reachable for a moment; try again.',
    type: 'unavailable',
    message: 'The database cannot be reached at the moment.',
  },
};

/** `components.responses`. */
export const errorComponents = failureComponents(failures, 'ErrorEnvelope', ({ type, message }, code) => {
  return { ok: false, code, message, requestId: EXAMPLE_REQUEST_ID, data: null, error: { type } };
});

/** The failures of one operation, by status. */
export const errorResponses = failureResponses(failures);

export const errorTypes = Object.keys(defaultFix);
