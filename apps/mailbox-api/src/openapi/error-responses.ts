import type { ErrorCode } from '@mailroom/errors';
import { defaultFix } from '../envelope/default-fix.js';

type ErrorResponse = {
  readonly name: string;
  readonly description: string;
  readonly type: ErrorCode;
  readonly message: string;
};

/** Every status that an operation may answer with instead of success, and one example of each. */
const errors: Readonly<Record<number, ErrorResponse>> = {
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
    description: 'A task lease, an idempotency key or an address is in conflict.',
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

const retryAfter = { description: 'Seconds to wait', schema: { type: 'integer' } };
const requestIdHeader = {
  'x-request-id': { description: 'The requestId of the envelope', schema: { type: 'string' } },
};

/** `components.responses`. */
export const errorComponents = Object.fromEntries(
  Object.entries(errors).map(([status, { name, description, type, message }]) => [
    name,
    {
      description,
      headers: { ...requestIdHeader, ...(['429', '503'].includes(status) && { 'retry-after': retryAfter }) },
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/ErrorEnvelope' },
          example: {
            ok: false,
            code: Number(status),
            message,
            requestId: 'req_x3Kq9vT0bW2fYh1m',
            data: null,
            error: { type },
          },
        },
      },
    },
  ]),
);

/** The failures of one operation, by status. */
export const errorResponses = Object.fromEntries(
  Object.entries(errors).map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]),
);

export const errorTypes = Object.keys(defaultFix);

export { requestIdHeader };
