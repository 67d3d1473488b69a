import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Operation = {
  operationId: string;
  summary: string;
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: object; example?: object } } };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object; example?: object }> }>;
};
const source = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8');
const document = JSON.parse(source) as { paths: Record<string, Record<string, Operation>>; components: object };
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path.replace('/api/agent/v1', '')}`,
    path,
    ...operation,
  })),
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'api', components: document.components });
/** What is wrong with a value, by a schema of the document. */
function problems(schema: object, value: unknown): string[] {
  const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')) as object;
  const check = ajv.compile(local);
  return check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The tables of the specification: every operation that it names. */
const specified = `GET /me, GET /mailboxes, POST /mailboxes, GET /mailboxes/{accountId}/tokens,
  POST /mailboxes/{accountId}/tokens, DELETE /tokens/{tokenId}, GET /emails, GET /emails/search, GET /emails/{emailId},
  PUT /read, GET /attachments, POST /body-refs, POST /send, POST /reply, GET /tasks, GET /tasks/stats,
  POST /tasks/claim-next, POST /tasks/claim-batch, POST /tasks/requeue-expired, PUT /tasks/update-batch,
  POST /tasks/renew-batch, POST /tasks/release-batch, POST /emails/{emailId}/claim, POST /emails/{emailId}/release,
  POST /emails/{emailId}/renew, PUT /emails/{emailId}/task, GET /webhooks, POST /webhooks, DELETE /webhooks/{webhookId}`
  .split(',')
  .map((text) => text.trim());

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1, with examples that fit and names that are unique', async () => {
    const config = await createConfig({
      rules: {
        struct: 'error',
        'no-unresolved-refs': 'error',
        'operation-operationId': 'error',
        'operation-operationId-unique': 'error',
        'operation-operationId-url-safe': 'error',
        'operation-summary': 'error',
        'path-parameters-defined': 'error',
        'no-identical-paths': 'error',
        'no-unused-components': 'error',
        'security-defined': 'error',
        'no-enum-type-mismatch': 'error',
      },
    });
    const found = await lintFromString({ source, config });
    expect(found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`)).toEqual(
      [],
    );
  });

  it('has every operation of the specification', () => {
    const names = operations.map(({ name }) => name);
    expect(specified.filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s has a name that makes a method, an example of its body and its answer, and every failure',
    (_, { operationId, path, parameters = [], requestBody, responses }) => {
      expect(operationId).toMatch(/^[a-z]+([A-Z][a-z]+)+$/);
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(inPath);
      if (requestBody) {
        const { schema, example } = requestBody.content['application/json'];
        expect(example).toBeDefined();
        expect(problems(schema, example)).toEqual([]);
      }
      const answer = responses['200']?.content?.['application/json'];
      if (answer) expect(problems(answer.schema, answer.example)).toEqual([]);
      expect(Object.keys(responses)).toEqual([
        '200',
        '400',
        '401',
        '403',
        '404',
        '409',
        '413',
        '415',
        '429',
        '500',
        '503',
      ]);
    },
  );

  it('says of every list in a body how long it may be', () => {
    const unbounded: string[] = [];
    const look = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if (Reflect.get(value, 'type') === 'array' && !('maxItems' in value)) unbounded.push(path);
      for (const [key, inner] of Object.entries(value)) look(inner, `${path}.${key}`);
    };
    const { schemas } = document.components as { schemas: Record<string, object> };
    for (const [name, schema] of Object.entries(schemas)) if (name.endsWith('Dto')) look(schema, name);
    expect(unbounded).toEqual([]);
  });

  it('takes a body for required where something must be in it, and no field for it that has a default', () => {
    const bodies = operations.filter(({ requestBody }) => requestBody?.required === false);
    expect(bodies.map(({ operationId }) => operationId).sort()).toEqual([
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
    const { schemas } = document.components as { schemas: Record<string, { properties?: Record<string, object> }> };
    const properties = Object.values(schemas).flatMap((schema) => Object.values(schema.properties ?? {}));
    expect(properties.filter((property) => 'default' in property)).toEqual([]);
    expect(source).not.toContain('JWT');
  });
});
