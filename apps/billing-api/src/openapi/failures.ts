import type { ErrorCode } from '@mailroom/errors';
import { plainErrorSchema } from '@mailroom/http';
import { everydayFailures, failureResponses, plainFailureComponents, type Failures } from '@mailroom/openapi';
import { defaultFix } from '../errors/default-fix.js';

/** Every status that an operation may answer with instead of success, and one example of each. */
const failures: Failures<ErrorCode> = {
  400: {
    name: 'InvalidRequest',
    description: 'The request is invalid; `errors` names the fields. On billing routes: the proof is malformed.',
    type: 'invalid_request',
    message: 'The field "mailboxAlias" must have 3 to 40 characters.',
  },
  401: {
    name: 'Unauthorized',
    description: 'The token is missing or invalid.',
    type: 'token_expired',
    message: 'The token has expired.',
  },
  402: {
    name: 'PaymentRequired',
    description:
      'Billing routes: `quote` says what to pay; after a settlement that failed, `receiptId` names what was paid with.',
    type: 'payment_required',
    message: 'This costs 1.00 USDC.',
  },
  403: {
    name: 'Forbidden',
    description: 'The token, the tenant or the recipient does not allow this.',
    type: 'external_send_not_enabled',
    message: 'This tenant has no credits, and external mail is not enabled for it.',
  },
  404: {
    name: 'NotFound',
    description: 'There is no such resource, or it is not yours.',
    type: 'not_found',
    message: 'There is no such message.',
  },
  409: {
    name: 'Conflict',
    description: 'An address is taken, or an idempotency key was used for something else.',
    type: 'idempotency_conflict',
    message: 'The key was used for another request.',
  },
  413: {
    name: 'PayloadTooLarge',
    description:
      'The message is larger than 25 MiB, or the body than 36 MiB where it carries a message and 256 KiB elsewhere.',
    type: 'payload_too_large',
    message: 'The message is larger than 25 MiB.',
  },
  429: {
    name: 'TooManyRequests',
    description: 'Slow down: `retry-after` says for how many seconds.',
    type: 'quota_exceeded',
    message: 'The free tier sends one email an hour to the outside.',
  },
  ...everydayFailures,
};

const string = { type: 'string' };

export const errorSchema = plainErrorSchema('requestId', Object.keys(defaultFix), {
  suggestions: {
    type: 'array',
    items: string,
    description: 'names for mailboxAlias that are free, without a domain, where one is taken',
  },
  quote: { type: 'object', description: 'what to pay, where payment is required (x402)' },
  receiptId: { type: 'string', description: 'the receipt of a payment whose settlement failed' },
});

export const errorComponents = plainFailureComponents(failures, 'requestId', defaultFix);

export const errorResponses = failureResponses(failures);
