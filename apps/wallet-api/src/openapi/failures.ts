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
    message: 'The field "wallet_address" must be an address: 0x and 40 hexadecimal digits.',
  },
  401: {
    name: 'Unauthorized',
    description: 'The session is missing or over, or the challenge was not signed as it has to be.',
    type: 'invalid_siwe',
    message: 'The wallet did not sign this challenge.',
  },
  402: {
    name: 'PaymentRequired',
    description: 'The free limits are used up: `reasons` says which, and `proof_url` where to get a proof of payment.',
    type: 'payment_required',
    message: 'This costs 0.001 USDC.',
  },
  403: {
    name: 'Forbidden',
    description: 'The credential, the mailbox password, the tenant or the recipient does not allow this.',
    type: 'insufficient_scope',
    message: 'This needs the session of a wallet.',
  },
  404: {
    name: 'NotFound',
    description: 'There is no such resource, or it is not yours.',
    type: 'not_found',
    message: 'There is no such session.',
  },
  409: {
    name: 'Conflict',
    description: 'The wallet is bound to another tenant, or an idempotency key was used for something else.',
    type: 'wallet_bound',
    message: 'This wallet has a tenant of its own, which holds credits or mailboxes.',
  },
  413: {
    name: 'PayloadTooLarge',
    description: 'The body is larger than 256 KiB, or than 64 KiB in a sign-in; a message may have 25 MiB.',
    type: 'payload_too_large',
    message: 'The body is larger than the 256 KiB of this operation.',
  },
  429: {
    name: 'TooManyRequests',
    description: 'Slow down: `retry-after` says for how many seconds.',
    type: 'rate_limited',
    message: 'Too many challenges of this network are open.',
  },
  ...everydayFailures,
};

const string = { type: 'string' };

export const errorSchema = plainErrorSchema('request_id', Object.keys(defaultFix), {
  amount_usdc: { type: 'string', description: 'what a call beyond the free limits costs' },
  proof_url: { type: 'string', description: 'where to get a proof of payment' },
  reasons: {
    type: 'array',
    description: 'which limit is reached, or what is wrong with the proof',
    items: {
      type: 'object',
      required: ['code', 'limit', 'window', 'used'],
      properties: {
        code: string,
        limit: { type: ['integer', 'null'] },
        window: { type: ['string', 'null'], description: 'an ISO 8601 duration' },
        used: { type: ['integer', 'null'] },
      },
    },
  },
  quote: { type: 'object', description: 'what to pay for a proof (x402)' },
  receipt_id: { type: 'string', description: 'the receipt of a payment whose settlement failed' },
});

export const errorComponents = plainFailureComponents(failures, 'request_id', defaultFix);

export const errorResponses = failureResponses(failures);
