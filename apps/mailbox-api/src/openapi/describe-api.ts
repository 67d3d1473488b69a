import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { resourceSchemas } from './resource-schemas.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

const errorAnswers = {
  400: 'The request is invalid.',
  401: 'The token is missing or invalid.',
  403: 'The token may not do this.',
  404: 'There is no such resource, or it is not yours.',
  409: 'A task lease or an idempotency key is in conflict.',
  429: 'Too many requests; retry-after says when to ask again.',
} as const;

/** What the operations answer that send bytes. */
const binaryAnswers = new Map([
  ['downloadAttachment', 'application/octet-stream'],
  ['downloadRaw', 'message/rfc822'],
]);

/** The OpenAPI 3.1 document, from the controllers and DTOs that serve it. */
export function describeApi(app: INestApplication, baseUrl: string): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Mailroom agent mailbox API')
    .setDescription('Mailboxes, leased email tasks, sending and webhooks for AI agents.')
    .setVersion('1.0.0')
    .addServer(baseUrl)
    .addBearerAuth({ type: 'http', scheme: 'bearer' }, 'bearer')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-Agent-Token' }, 'agentToken')
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (_controller, method) => method,
  });
  document.components = { ...document.components, schemas: { ...document.components?.schemas, ...resourceSchemas } };
  for (const path of Object.values(document.paths)) {
    for (const method of methods) if (path[method]) describeOperation(path[method]);
  }
  return document;
}

function describeOperation(operation: Operation): void {
  operation.security = [{ bearer: [] }, { agentToken: [] }];
  const success = operation.responses['200'] ?? operation.responses['201'];
  const data = success && 'description' in success ? success.description : '';
  const answer = (description: string, schema: object) => ({
    description,
    content: { 'application/json': { schema } },
  });
  operation.responses = {
    200: binary(operation) ?? answer('Success', envelopeOf(data ?? '')),
    ...Object.fromEntries(
      Object.entries(errorAnswers).map(([status, description]) => [
        status,
        answer(description, { $ref: '#/components/schemas/ErrorEnvelope' }),
      ]),
    ),
  };
}

function binary(operation: Operation) {
  const type = binaryAnswers.get(operation.operationId ?? '');
  if (type === undefined) return undefined;
  return { description: 'The bytes, without an envelope', content: { [type]: { schema: { type: 'string' } } } };
}

/** `Email`, `Email[]` (a page), `[Email]` (unpaged), or `Email?`. */
function envelopeOf(data: string): object {
  const name = data.replace(/[[\]?]/g, '');
  const resource = name in resourceSchemas ? { $ref: `#/components/schemas/${name}` } : {};
  const items = { type: 'array', items: resource };
  const paged = { nextCursor: { type: ['integer', 'null'] }, hasMore: { type: 'boolean' } };
  const schema = data.endsWith('[]')
    ? { type: 'object', required: ['items', 'nextCursor', 'hasMore'], properties: { items, ...paged } }
    : data.startsWith('[')
      ? { type: 'object', required: ['items'], properties: { items } }
      : data.endsWith('?')
        ? { oneOf: [resource, { type: 'null' }] }
        : resource;
  return { allOf: [{ $ref: '#/components/schemas/Envelope' }, { type: 'object', properties: { data: schema } }] };
}
