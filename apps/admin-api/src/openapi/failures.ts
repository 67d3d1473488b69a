import type { ErrorCode } from '@mailroom/errors';
import { plainErrorSchema } from '@mailroom/http';
import { everydayFailures, failureResponses, plainFailureComponents, type Failures } from '@mailroom/openapi';
import { defaultFix } from '../errors/default-fix.js';

/** Every status that an operation may answer with instead of success, and one example of each. */
const failures: Failures<ErrorCode> = {
  400: {
    name: 'InvalidRequest',
    description: 'The request is invalid; `errors` names the fields.',
    type: 'invalid_request',
    message: 'The field "reason" must be longer than or equal to 1 characters.',
  },
  401: {
    name: 'Unauthorized',
    description: 'The token is missing, or is not that of the operator.',
    type: 'invalid_token',
    message: 'This is not the token of the operator.',
  },
  403: {
    name: 'Forbidden',
    description: 'This is the credential of somebody else than the operator.',
    type: 'insufficient_scope',
    message: 'Only the operator of the installation may do this.',
  },
  404: {
    name: 'NotFound',
    description: 'There is no such resource.',
    type: 'not_found',
    message: 'There is no tenant tnt_1.',
  },
  409: {
    name: 'Conflict',
    description:
      'It has changed since you looked: `version` is what it is now. Or a changeId was used for another change.',
    type: 'conflict',
    message: 'The webhook 3 has changed since you looked.',
  },
  413: {
    name: 'PayloadTooLarge',
    description: 'The body is larger than 16 KiB.',
    type: 'payload_too_large',
    message: 'The body is larger than 16 KiB.',
  },
  429: {
    name: 'TooManyRequests',
    description: 'Slow down: `retry-after` says for how many seconds.',
    type: 'rate_limited',
    message: 'Too many sign-ins from this address have failed.',
  },
  ...everydayFailures,
};

export const errorSchema = plainErrorSchema('requestId', Object.keys(defaultFix), {
  version: { type: 'string', description: 'of what has changed since you looked' },
});

export const errorComponents = plainFailureComponents(failures, 'requestId', defaultFix);

export const errorResponses = failureResponses(failures);
