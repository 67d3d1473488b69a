import { describe, expect, it } from '@jest/globals';
import { OpenApiDocument } from '@mailroom/testing';

const document = await OpenApiDocument.read(new URL('../openapi.json', import.meta.url));
const failures = [400, 401, 402, 403, 404, 409, 413, 415, 429, 500, 503];

/** The rows of the specification. */
const specified = `GET /v2/meta/runtime, POST /v2/auth/siwe/challenge, POST /v2/auth/siwe/verify,
  POST /v2/mailboxes/leases, POST /v2/payments/proof, GET /v2/messages, POST /v2/messages/send,
  POST /v2/mailboxes/accounts/{account_id}/credentials/reset, POST /v2/mailboxes/leases/{lease_id}/release,
  POST /v2/webhooks`;

/** What this surface adds to them. */
const added = `GET /v2/auth/sessions, DELETE /v2/auth/sessions/{session_id}, GET /v2/mailboxes/leases,
  GET /v2/mailboxes/leases/{lease_id}, POST /v2/mailboxes/leases/{lease_id}/extend, GET /v2/webhooks,
  POST /v2/mailboxes/sign-in, POST /v2/mailboxes/sign-out, GET /v2/webhooks/{webhook_id}, DELETE /v2/webhooks/{webhook_id}`;

describe('the OpenAPI document of agents with a wallet', () => {
  it('is valid OpenAPI 3.1, with references that lead somewhere and names that are unique', async () => {
    expect(await document.lint()).toEqual([]);
  });

  it('has every operation of the specification, and those that this surface adds', () => {
    expect(document.missing(specified)).toEqual([]);
    expect(document.missing(added)).toEqual([]);
  });

  it.each(document.operations.map((operation) => [operation.name, operation] as const))(
    '%s has a name that makes a method, an example of its body and its answer, and every failure',
    (_, operation) => expect(document.problemsOf(operation, failures)).toEqual([]),
  );

  it('shows of every failure an example that fits', () => {
    expect(document.problemsOfFailures()).toEqual([]);
  });

  it('says of every list in a body how long it may be, and needs a body where something must be in it', () => {
    expect(document.unboundedLists()).toEqual([]);
    expect(document.withBody({ required: true })).toEqual([
      'createChallenge',
      'extendLease',
      'issueProof',
      'sendLeasedMessage',
      'signInToMailbox',
      'subscribeWebhook',
      'verifyChallenge',
    ]);
    expect(document.withBody({ required: false })).toEqual(['leaseMailbox']);
  });
});
