import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export type Parameter = { readonly name: string; readonly in: 'path' | 'query' | 'header'; readonly schema: object };
export type DocumentedOperation = {
  readonly id: string;
  readonly method: string;
  /** The path without the prefix, such as `/emails/{emailId}`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly schema: { readonly $ref: string }; readonly example: Record<string, unknown> } | undefined;
  /** Null if the answer is bytes. */
  readonly answer: object | null;
};

type RawOperation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json': NonNullable<DocumentedOperation['body']> } };
  responses: { 200: { content: Record<string, { schema: object }> } };
};

const source = readFileSync(fileURLToPath(new URL('../../mailbox-api/openapi.json', import.meta.url)), 'utf8');
const document = JSON.parse(source) as {
  paths: Record<string, Record<string, RawOperation>>;
  components: { schemas: Record<string, { properties?: Record<string, object> }> };
};

export const operations: readonly DocumentedOperation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { operationId, parameters = [], requestBody, responses }]) => ({
    id: operationId,
    method: method.toUpperCase(),
    path: path.replace('/api/agent/v1', ''),
    parameters,
    body: requestBody?.content['application/json'],
    answer: responses[200].content['application/json']?.schema ?? null,
  })),
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'api', components: document.components });
const checks = new Map<object, ReturnType<typeof ajv.compile>>();

/** What is wrong with a value according to a schema of the document; an empty list if nothing is. */
export function problems(schema: object, value: unknown): string[] {
  const local = () => JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')) as object;
  const check = checks.get(schema) ?? ajv.compile(local());
  checks.set(schema, check);
  return check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The fields of an operation's body with their schemas. */
export function fieldsOf({ body }: DocumentedOperation): [string, object][] {
  const name = body?.schema.$ref.split('/').pop() ?? '';
  return Object.entries(document.components.schemas[name]?.properties ?? {});
}
