import { describe, expect, it } from '@jest/globals';
import { OpenApiDocument } from '@mailroom/testing';

const document = await OpenApiDocument.read(new URL('../openapi.json', import.meta.url));
const failures = [400, 401, 402, 403, 404, 409, 413, 415, 429, 500, 503];

/** The rows of the specification. */
const specified = `POST /public/signup, GET /v1/mailboxes/self, GET /v1/mailboxes/self/messages, POST /v1/messages/send,
  POST /v1/messages/{messageId}/reply, POST /v1/auth/token/rotate, GET /v1/billing/account, POST /v1/billing/topup,
  POST /v1/billing/upgrade-intent, POST /v1/billing/payment/confirm, GET /v1/tenants/{tenantId}/send-policy,
  GET /v1/outbound-jobs/{outboundJobId}`;

/** What this surface adds to them. */
const added = 'GET /v1/mailboxes/self/messages/{messageId}, GET /v1/billing/receipts, GET /v1/billing/ledger';

describe('the OpenAPI document of hosted mailboxes', () => {
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

  it('says that suggestions are names for mailboxAlias, which takes no address', () => {
    const { suggestions } = document.schemas.Error?.properties ?? {};
    expect(suggestions).toMatchObject({
      description: expect.stringMatching(/names for mailboxAlias .* without a domain/),
    });
  });

  it('says of every list in a body how long it may be, and needs a body where something must be in it', () => {
    expect(document.unboundedLists()).toEqual([]);
    expect(document.withBody({ required: true })).toEqual(expect.arrayContaining(['sendMessage', 'replyToMessage']));
  });
});
