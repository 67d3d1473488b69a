import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Content = Record<string, { schema: object; example?: object }>;
type Operation = {
  operationId: string;
  parameters?: { name: string; in: string }[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { $ref?: string; content?: Content }>;
};
const source = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8');
const document = JSON.parse(source) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: Record<string, { content: Content }> };
};
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, ...operation })),
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

describe('the OpenAPI document of the operator', () => {
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

  it.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s has a name that makes a method, an example of its body and its answer, and every failure',
    (_, { operationId, path, parameters = [], requestBody, responses }) => {
      expect(operationId).toMatch(/^[a-z]+([A-Z][a-z]+)+$/);
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(inPath);
      const body = requestBody?.content['application/json'];
      if (requestBody) expect(body && problems(body.schema, body.example)).toEqual([]);
      const [success, ...failures] = Object.keys(responses);
      expect(success).toMatch(/^20[012]$/);
      const answer = responses[success ?? '']?.content?.['application/json'];
      expect(answer && problems(answer.schema, answer.example)).toEqual([]);
      const every = [400, 401, 403, 404, 409, 413, 415, 429, 500, 503];
      expect(failures).toEqual(every.map(String));
    },
  );

  it('shows of every failure an example that fits', () => {
    for (const { content } of Object.values(document.components.responses)) {
      const shown = content['application/json'];
      expect(shown && problems(shown.schema, shown.example)).toEqual([]);
    }
  });

  it('asks for a reason wherever something changes, and bounds what it takes', () => {
    const changes = operations.filter(({ name }) => name.startsWith('POST'));
    expect(changes.length).toBeGreaterThan(10);
    for (const { requestBody } of changes) {
      expect(requestBody?.required).toBe(true);
      const schema = requestBody?.content['application/json']?.schema as { $ref: string };
      const dto = document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
      expect(dto).toMatchObject({
        additionalProperties: false,
        required: expect.arrayContaining(['reason']),
        properties: { reason: { minLength: 1, maxLength: 500 } },
      });
    }
  });

  it('pages every list', () => {
    const lists = operations.filter(({ operationId }) => operationId.startsWith('list'));
    expect(lists.length).toBeGreaterThan(9);
    for (const { parameters = [] } of lists) {
      expect(parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(['limit', 'cursor']));
    }
  });
});
