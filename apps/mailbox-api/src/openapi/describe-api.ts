import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { errorComponents, errorResponses, requestIdHeader } from './error-responses.js';
import { requestExamples } from './request-examples.js';
import { resourceExample } from './resource-examples.js';
import { resourceSchemas } from './resource-schemas.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Schema = { type?: string | string[]; properties?: Record<string, Schema>; items?: Schema; [key: string]: unknown };
const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** The content types of operations that send bytes. */
const binaryAnswers = new Map([
  ['downloadAttachment', 'application/octet-stream'],
  ['downloadRaw', 'message/rfc822'],
  ['streamEvents', 'text/event-stream'],
]);

/** All fields of these operations' bodies are optional, but not all at once. */
const needBodies = new Set(['sendEmail', 'storeBody', 'renewTask', 'updateMailbox']);

const description = `Mailboxes for AI agents: mail that arrives becomes a task that exactly one agent holds under a lease.

Every answer is an envelope \`{ ok, code, message, requestId, data }\`; a failure adds \`error\` with its \`type\`, what to
do about it in \`fix\`, and the fields at fault in \`errors\`. A manager token names the mailbox with \`accountId\`.`;

/** The OpenAPI 3.1 document, from the controllers and DTOs that serve it. */
export function describeApi(app: INestApplication, baseUrl: string): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Mailroom agent mailbox API')
    .setDescription(description)
    .setVersion('1.0.0')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer(baseUrl)
    .addSecurity('bearer', { type: 'http', scheme: 'bearer' })
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-Agent-Token' }, 'agentToken')
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (_controller, method) => method,
  });
  const bodies = document.components?.schemas ?? {};
  for (const schema of Object.values(bodies)) describeBody(schema as Schema);
  document.security = [{ bearer: [] }, { agentToken: [] }];
  document.components = {
    ...document.components,
    schemas: { ...bodies, ...resourceSchemas } as NonNullable<OpenAPIObject['components']>['schemas'] & object,
    responses: errorComponents as never,
  };
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) if (item[method]) describeOperation(path, item[method], bodies);
  }
  return document;
}

/**
 * Numbers are integers, and unknown fields are refused. Defaults are described in words: client generators treat a
 * field with a default as always present.
 */
function describeBody(schema: Schema): void {
  if (schema['default'] !== undefined) {
    const words = `${JSON.stringify(schema['default'])} where it is left out`;
    schema['description'] = [schema['description'], words].filter(Boolean).join('; ');
    delete schema['default'];
  }
  if (schema.type === 'number') schema.type = 'integer';
  if (schema.items) describeBody(schema.items);
  if (!schema.properties) return;
  schema['additionalProperties'] = false;
  for (const property of Object.values(schema.properties)) describeBody(property);
}

function describeOperation(path: string, operation: Operation, bodies: Record<string, unknown>): void {
  const id = operation.operationId ?? '';
  const success = operation.responses['200'] ?? operation.responses['201'];
  const data = success && 'description' in success ? success.description : '';
  operation.tags = [tagOf(path)];
  for (const parameter of operation.parameters ?? []) {
    if (
      'in' in parameter &&
      parameter.in === 'path' &&
      parameter.name.endsWith('Id') &&
      parameter.name !== 'threadId'
    ) {
      parameter.schema = { type: 'integer', minimum: 1 };
    }
  }
  if (operation.requestBody && 'content' in operation.requestBody) {
    const content = operation.requestBody.content['application/json'];
    const name = content?.schema && '$ref' in content.schema ? content.schema.$ref.split('/').pop() : undefined;
    const required = name === undefined ? undefined : (bodies[name] as { required?: string[] }).required;
    operation.requestBody.required = (required?.length ?? 0) > 0 || needBodies.has(id);
    if (content && id in requestExamples) content.example = requestExamples[id];
  }
  operation.responses = { 200: binary(id) ?? answerOf(data ?? ''), ...errorResponses } as Operation['responses'];
}

function tagOf(path: string): string {
  const [first = ''] = path.replace('/api/agent/v1/', '').split('/');
  const groups: Record<string, string> = {
    me: 'identity',
    read: 'emails',
    send: 'sending',
    reply: 'sending',
    'body-refs': 'sending',
  };
  return groups[first] ?? first;
}

function binary(id: string) {
  const type = binaryAnswers.get(id);
  if (type === undefined) return undefined;
  return { description: 'The bytes, without an envelope', content: { [type]: { schema: { type: 'string' } } } };
}

function answerOf(data: string): object {
  const properties = {
    ok: { type: 'boolean', const: true },
    code: { type: 'integer' },
    message: { type: 'string' },
    requestId: { type: 'string' },
    data: dataSchema(data),
  };
  const required = Object.keys(properties);
  const schema = { type: 'object', required, properties: { ...properties, meta } };
  const example = {
    ok: true,
    code: 200,
    message: 'success',
    requestId: 'req_x3Kq9vT0bW2fYh1m',
    data: resourceExample(data),
  };
  return { description: 'Success', headers: requestIdHeader, content: { 'application/json': { schema, example } } };
}

const meta = {
  type: 'object',
  properties: {
    ignored: {
      type: 'array',
      items: { type: 'string' },
      description: 'parameters of the query that the operation does not know',
    },
  },
};

/** `Email`, `Email[]` (a page), `[Email]` (unpaged), or `Email?`. */
function dataSchema(data: string): object {
  const name = data.replace(/[[\]?]/g, '');
  const resource = name in resourceSchemas ? { $ref: `#/components/schemas/${name}` } : {};
  const items = { type: 'array', items: resource };
  const paged = { nextCursor: { type: ['integer', 'null'] }, hasMore: { type: 'boolean' } };
  if (data.endsWith('[]')) {
    return { type: 'object', required: ['items', 'nextCursor', 'hasMore'], properties: { items, ...paged } };
  }
  if (data.startsWith('[')) return { type: 'object', required: ['items'], properties: { items } };
  return data.endsWith('?') ? { oneOf: [resource, { type: 'null' }] } : resource;
}
