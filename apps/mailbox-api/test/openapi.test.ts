import { describe, expect, it } from '@jest/globals';
import { OpenApiDocument } from '@mailroom/testing';

const document = await OpenApiDocument.read(new URL('../openapi.json', import.meta.url), '/api/agent/v1');
const failures = [400, 401, 403, 404, 409, 413, 415, 429, 500, 503];

/** The tables of the specification: every operation that it names. */
const specified = `GET /me, GET /mailboxes, POST /mailboxes, GET /mailboxes/{accountId}/tokens,
  POST /mailboxes/{accountId}/tokens, DELETE /tokens/{tokenId}, GET /emails, GET /emails/search, GET /emails/{emailId},
  PUT /read, GET /attachments, POST /body-refs, POST /send, POST /reply, GET /tasks, GET /tasks/stats,
  POST /tasks/claim-next, POST /tasks/claim-batch, POST /tasks/requeue-expired, PUT /tasks/update-batch,
  POST /tasks/renew-batch, POST /tasks/release-batch, POST /emails/{emailId}/claim, POST /emails/{emailId}/release,
  POST /emails/{emailId}/renew, PUT /emails/{emailId}/task, GET /webhooks, POST /webhooks, DELETE /webhooks/{webhookId}`;

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1, with references that lead somewhere and names that are unique', async () => {
    expect(await document.lint()).toEqual([]);
  });

  it('has every operation of the specification', () => {
    expect(document.missing(specified)).toEqual([]);
  });

  it.each(document.operations.map((operation) => [operation.name, operation] as const))(
    '%s has a name that makes a method, an example of its body and its answer, and every failure',
    (_, operation) => {
      expect(document.problemsOf(operation, failures)).toEqual([]);
      expect(Object.keys(operation.responses)[0]).toBe('200');
    },
  );

  it('shows of every failure an example that fits', () => {
    expect(document.problemsOfFailures()).toEqual([]);
  });

  it('says of every list in a body how long it may be', () => {
    expect(document.unboundedLists()).toEqual([]);
  });

  it('takes a body for required where something must be in it, and no field for it that has a default', () => {
    expect(document.withBody({ required: false })).toEqual([
      'claimNextTask',
      'claimTask',
      'claimTaskBatch',
      'createDraft',
      'createToken',
      'releaseTask',
      'requeueExpiredTasks',
      'sendDraft',
      'waitForEmail',
    ]);
    const properties = Object.values(document.schemas).flatMap((schema) => Object.values(schema.properties ?? {}));
    expect(properties.filter((property) => 'default' in property)).toEqual([]);
    expect(document.source).not.toContain('JWT');
  });
});
